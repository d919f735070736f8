// Colours for the terminal. Amber and green are one colour in sixteen strengths, so the board is
// asked for sixteen colours and not for exact ones.

function shades(dark, base, bright, dim) {
  return {
    background: dark,
    foreground: base,
    cursor: bright,
    cursorAccent: dark,
    selectionBackground: dim,
    black: dark,
    red: base,
    green: base,
    yellow: bright,
    blue: dim,
    magenta: base,
    cyan: base,
    white: base,
    brightBlack: dim,
    brightRed: bright,
    brightGreen: bright,
    brightYellow: bright,
    brightBlue: base,
    brightMagenta: bright,
    brightCyan: bright,
    brightWhite: bright,
  };
}

export const THEMES = {
  modern: {
    depth: "true",
    bar: "#0e1318",
    colours: {
      background: "#0e1318",
      foreground: "#d5dbe1",
      cursor: "#6fd3c1",
      cursorAccent: "#0e1318",
      selectionBackground: "#35505c",
      black: "#0e1318",
      red: "#e8706a",
      green: "#7fc98b",
      yellow: "#e3c069",
      blue: "#6ea8e8",
      magenta: "#c58fe0",
      cyan: "#6fd3c1",
      white: "#c3cbd2",
      brightBlack: "#7c8a96",
      brightRed: "#ff938d",
      brightGreen: "#a3e3ad",
      brightYellow: "#ffdf8f",
      brightBlue: "#9cc6ff",
      brightMagenta: "#dfb3f5",
      brightCyan: "#a0efe0",
      brightWhite: "#ffffff",
    },
  },
  amber: {
    depth: "16",
    bar: "#140c02",
    colours: shades("#140c02", "#ffb829", "#ffe3a8", "#b57a12"),
  },
  green: {
    depth: "16",
    bar: "#041007",
    colours: shades("#041007", "#4df07d", "#d0ffdc", "#2a9a4d"),
  },
};
