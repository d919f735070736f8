// What this browser remembers: the look for good, the way back to a call for this tab alone.

function guarded(doing, otherwise) {
  try {
    return doing() ?? otherwise;
  } catch {
    // Private windows may forbid storage. The page then works, and forgets.
    return otherwise;
  }
}

export const kept = {
  get: (name, otherwise = "") => guarded(() => localStorage.getItem(`arkham-${name}`), otherwise),
  set: (name, value) => guarded(() => localStorage.setItem(`arkham-${name}`, value)),
};

export const tab = {
  get: (name, otherwise = "") => guarded(() => sessionStorage.getItem(`arkham-${name}`), otherwise),
  set: (name, value) => guarded(() => sessionStorage.setItem(`arkham-${name}`, value)),
  drop: (name) => guarded(() => sessionStorage.removeItem(`arkham-${name}`)),
};
