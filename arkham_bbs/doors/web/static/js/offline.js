// The page that is shown when the board cannot be reached.
document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
