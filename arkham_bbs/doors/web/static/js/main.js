// The page: a terminal or plain text, a line to type into, and the call to the board.

import { Connection } from "./connection.js";
import { kept, tab } from "./kept.js";
import { Reader } from "./reader.js";
import { Screen } from "./screen.js";
import { THEMES } from "./themes.js";

const by = (id) => document.getElementById(id);
const root = document.documentElement;
const board = document.title;
const isTouch = matchMedia("(pointer: coarse)").matches;
const KEYS = { escape: "\x1b", tab: "\t", up: "\x1b[A", down: "\x1b[B", space: " ", cancel: "\x03", enter: "\r" };
const MOST_BUTTONS = 14;

const asked = new URLSearchParams(location.search).get("view");
const look = {
  view: ["text", "terminal"].includes(asked) ? asked : kept.get("view", "terminal"),
  theme: kept.get("theme", "modern"),
  field: kept.get("field", isTouch ? "on" : "off") === "on",
  size: Number(kept.get("size", "16")) || 16,
};
if (!(look.theme in THEMES)) {
  look.theme = "modern";
}

const history = [];
let historyAt = 0;
let isSecret = false;
let state = "dialling";
let isYourTurn = false;
let decision = null;
// The view the board writes for now; after a change, what was on its way still is for the old one.
let written = look.view;

const screen = new Screen(by("screen"), {
  type: (text) => (state === "over" ? text === "\r" && callAgain() : line.type(text)),
  line: (text) => answer(text),
  resized: () => line.isOpen && line.send({ type: "resize", ...cells() }),
  leave: (backwards) => (backwards || by("typing").hidden ? by("about-open") : by("line")).focus(),
});
const reader = new Reader(by("log"), by("prompt"), by("asked"));

const line = new Connection(
  {
    output: (bytes) => {
      if (written !== look.view) {
        return;
      }
      if (written === "text") {
        reader.show(bytes);
      } else {
        screen.show(bytes);
      }
    },
    control,
    state: (name, sentence) => {
      state = name;
      const status = by("status");
      status.textContent = sentence;
      status.classList.toggle("good", name === "open");
      status.classList.toggle("bad", name === "dropped" || name === "over");
      by("over").hidden = name !== "over";
      if (name === "over") {
        by("over-why").textContent = sentence;
        showOptions([]);
        secret(false);
        if (!by("about").open) {
          by("again").focus();
        }
      }
    },
  },
  () => {
    written = look.view;
    return { ...cells(), view: look.view, colour: THEMES[look.theme].depth };
  },
);

// The text view wraps lines by itself, at any width.
function cells() {
  return look.view === "text" ? { columns: 250, rows: 50 } : { columns: screen.columns, rows: screen.rows };
}

function control(frame) {
  switch (frame.type) {
    case "welcome":
      if (frame.reset || !frame.resumed) {
        screen.reset();
        reader.clear();
        if (!frame.resumed) {
          showOptions([]);
          turn(false);
          secret(false);
        }
      }
      break;
    case "look":
      written = frame.view;
      break;
    case "prompt":
      if (written === look.view && look.view === "text") {
        reader.prompted();
      }
      break;
    case "secret":
      secret(frame.on);
      break;
    case "gmcp":
      if (frame.name === "Game.Options") {
        decision = frame.data.decision;
        showOptions(frame.data.options);
      } else if (frame.name === "Game.State") {
        turn(Boolean(frame.data.your_turn));
      }
      break;
  }
}

function turn(isMine) {
  isYourTurn = isMine;
  document.title = isYourTurn ? `\u25cf Your turn \u2013 ${board}` : board;
}

function secret(on) {
  isSecret = on;
  by("line").type = on ? "password" : "text";
  if (look.view === "terminal") {
    by("prompt").textContent = on ? "Password:" : "Type here:";
  }
}

function answer(text) {
  if (!line.line(text)) {
    return false;
  }
  if (look.view === "text") {
    reader.answered(text, isSecret);
  }
  return true;
}

function callAgain() {
  screen.reset();
  reader.clear();
  line.call();
  focusTyping();
}

function focusTyping() {
  if (look.view === "text" || (look.field && isTouch)) {
    by("line").focus();
  } else {
    screen.focus();
  }
}

// -- answers to choose from ----------------------------------------------------------------------
function showOptions(options) {
  screen.options = options;
  const nav = by("options");
  nav.replaceChildren();
  for (const { say, label } of options.slice(0, MOST_BUTTONS)) {
    const button = document.createElement("button");
    const mark = document.createElement("b");
    button.type = "button";
    if (/^\d+$/.test(say)) {
      mark.textContent = say;
      button.append(mark);
    }
    button.append(label);
    button.addEventListener("click", () => {
      answer(say);
      focusTyping();
    });
    nav.append(button);
  }
  if (options.length > MOST_BUTTONS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `all ${options.length} ...`;
    button.addEventListener("click", () => answer("options"));
    nav.append(button);
  }
  nav.scrollLeft = 0;
  arrange();
}

// -- the look ------------------------------------------------------------------------------------
function arrange() {
  const isText = look.view === "text";
  root.dataset.view = look.view;
  root.dataset.theme = look.theme;
  root.style.setProperty("--size", `${look.size}px`);
  document.querySelector('meta[name="theme-color"]').content = THEMES[look.theme].bar;
  by("screen").hidden = isText;
  by("log").hidden = !isText;
  by("typing").hidden = !isText && !look.field;
  by("keys").hidden = isText || !look.field || !isTouch;
  by("field").hidden = isText;
  by("options").hidden = !(isText || look.field) || !by("options").childElementCount;
  by("view").setAttribute("aria-pressed", String(isText));
  by("field").setAttribute("aria-pressed", String(look.field));
  by("to-text").hidden = isText;
  by("theme").value = look.theme;
}

function tellLook() {
  line.send({ type: "look", view: look.view, colour: THEMES[look.theme].depth });
}

function setView(view) {
  if (view === look.view) {
    return;
  }
  look.view = view;
  kept.set("view", view);
  arrange();
  if (view === "terminal") {
    screen.reset();
    screen.open();
    by("prompt").textContent = isSecret ? "Password:" : "Type here:";
  } else {
    reader.clear();
  }
  tellLook();
  screen.does.resized();
  focusTyping();
}

by("view").addEventListener("click", () => setView(look.view === "text" ? "terminal" : "text"));
by("to-text").addEventListener("click", () => setView("text"));

by("field").addEventListener("click", () => {
  look.field = !look.field;
  kept.set("field", look.field ? "on" : "off");
  arrange();
  (look.field ? by("line") : screen).focus();
});

by("theme").addEventListener("change", (event) => {
  look.theme = event.target.value;
  kept.set("theme", look.theme);
  screen.theme(look.theme);
  arrange();
  tellLook();
});

function letters(step) {
  look.size = screen.letters(look.size + step);
  kept.set("size", String(look.size));
  arrange();
}
by("smaller").addEventListener("click", () => letters(-1));
by("larger").addEventListener("click", () => letters(1));

// -- typing --------------------------------------------------------------------------------------
by("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = by("line").value;
  if (state === "over") {
    callAgain();
    return;
  }
  if (!answer(text)) {
    return;
  }
  if (text && !isSecret && history.at(-1) !== text) {
    history.push(text);
  }
  historyAt = history.length;
  by("line").value = "";
  tab.drop("draft");
});

by("line").addEventListener("input", () => {
  // Kept for this tab, so that even a page that was loaded again has the half-typed line.
  if (!isSecret) {
    tab.set("draft", by("line").value);
  }
});

by("line").addEventListener("keydown", (event) => {
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const next = historyAt + (event.key === "ArrowUp" ? -1 : 1);
    if (next >= 0 && next <= history.length && !isSecret) {
      historyAt = next;
      event.target.value = history[next] ?? "";
      event.preventDefault();
    }
  } else if (event.key === "Escape" || (event.ctrlKey && event.key === "c" && !getSelection()?.toString())) {
    if (event.target.selectionStart === event.target.selectionEnd) {
      line.type("\x03");
    }
  } else if (event.key === "F6") {
    event.preventDefault();
    (look.view === "text" ? by("log") : screen).focus();
  }
});

for (const button of document.querySelectorAll("#keys button")) {
  // Not on click: the keyboard of a phone must stay open.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => line.type(KEYS[button.dataset.key]));
}

by("screen").addEventListener("click", () => {
  if (look.field && isTouch) {
    by("line").focus();
  }
});

by("again").addEventListener("click", callAgain);

// -- about ---------------------------------------------------------------------------------------
for (const place of document.querySelectorAll(".host")) {
  place.textContent = location.hostname;
}
for (const name of ["ssh-port", "telnet-port"]) {
  const place = document.querySelector(`.${name}`);
  if (!place.textContent) {
    place.closest("code").textContent = "closed on this board";
  }
}
by("about-open").addEventListener("click", () => by("about").showModal());
by("about-close").addEventListener("click", () => by("about").close());
by("about").addEventListener("close", focusTyping);
by("hang-up").addEventListener("click", () => {
  line.hangUp();
  by("about").close();
});

// -- beginning -----------------------------------------------------------------------------------
// Where a phone's keyboard covers the page, only what is left of it counts.
function fitHeight() {
  const height = window.visualViewport?.height;
  if (height) {
    root.style.setProperty("--height", `${Math.round(height)}px`);
  }
}
window.visualViewport?.addEventListener("resize", fitHeight);
fitHeight();

screen.wantedSize = look.size;
screen.theme(look.theme);
arrange();
if (look.view === "terminal") {
  screen.open();
}
by("line").value = tab.get("draft");
line.call();
focusTyping();

// For whoever looks at the page by its console, and for the tests.
window.arkham = {
  columns: () => screen.columns,
  rows: () => screen.rows,
  decision: () => decision,
  paste: (text) => screen.terminal.paste(text),
};

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Nothing is lost but a page that opens without a network.
  });
}
