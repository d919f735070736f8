// The terminal: xterm.js, its size, its keys, and answers that can be clicked.

import { THEMES } from "./themes.js";

const SMALLEST = 9;
const LARGEST = 32;
const FONT = '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace';

export class Screen {
  // `does` has: type(text), line(text), resized(), leave(backwards)
  constructor(element, does) {
    this.element = element;
    this.does = does;
    this.options = [];
    this.wantedSize = 16;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.terminal = new window.Terminal({
      fontFamily: FONT,
      fontSize: this.wantedSize,
      lineHeight: 1,
      scrollback: 5_000,
      cursorBlink: !still,
      minimumContrastRatio: 4.5,
      macOptionIsMeta: true,
      theme: THEMES.modern.colours,
      linkHandler: null,
    });
    this.fitting = new window.FitAddon.FitAddon();
    this.terminal.loadAddon(this.fitting);
    this.terminal.loadAddon(
      new window.WebLinksAddon.WebLinksAddon((event, address) => {
        window.open(address, "_blank", "noopener,noreferrer");
      }),
    );
    this.terminal.registerLinkProvider({
      provideLinks: (row, found) => found(this.linksOf(row)),
    });
    this.terminal.attachCustomKeyEventHandler((event) => this.key(event));
    this.terminal.onData((text) => does.type(text));
    this.terminal.onBinary((text) => does.type(text));
    this.isOpen = false;
    let waiting = 0;
    new ResizeObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.fit(), 60);
    }).observe(element);
  }

  open() {
    if (!this.isOpen) {
      this.isOpen = true;
      this.terminal.open(this.element);
      this.terminal.textarea.setAttribute("aria-label", "Terminal. Shift and Tab, or F6, leave it.");
    }
    this.fit();
  }

  get columns() {
    return this.terminal.cols;
  }

  get rows() {
    return this.terminal.rows;
  }

  // The largest letters, up to the size wanted, that leave room for 80 by 24; on narrow screens
  // for 40 columns.
  fit() {
    if (!this.isOpen || this.element.hidden || !this.element.clientHeight) {
      return;
    }
    const before = `${this.columns}x${this.rows}`;
    const isNarrow = this.element.clientWidth < 80 * 6.2;
    const least = isNarrow ? [40, 20] : [80, 24];
    let size = this.wantedSize;
    while (size > SMALLEST && !this.holds(size, ...least)) {
      size -= 1;
    }
    // A little smaller is worth it where the big plan of the town is just out of reach.
    for (let less = size; !isNarrow && less >= Math.max(12, size - 3); less -= 1) {
      if (this.holds(less, 132, 38)) {
        size = less;
        break;
      }
    }
    this.terminal.options.fontSize = size;
    this.fitting.fit();
    if (before !== `${this.columns}x${this.rows}`) {
      this.does.resized();
    }
  }

  holds(size, columns, rows) {
    this.terminal.options.fontSize = size;
    const room = this.fitting.proposeDimensions();
    return !room || (room.cols >= columns && room.rows >= rows);
  }

  letters(size) {
    this.wantedSize = Math.min(LARGEST, Math.max(SMALLEST, size));
    this.fit();
    return this.wantedSize;
  }

  theme(name) {
    this.terminal.options.theme = THEMES[name].colours;
  }

  show(bytes) {
    this.terminal.write(bytes);
  }

  reset() {
    this.terminal.reset();
  }

  focus() {
    this.terminal.focus();
  }

  // Returns false for keys the terminal is not to have.
  key(event) {
    if (event.key === "F6" || (event.key === "Tab" && event.shiftKey)) {
      if (event.type === "keydown") {
        event.preventDefault();
        this.does.leave(event.key === "Tab");
      }
      return false;
    }
    const control = event.ctrlKey && !event.altKey && !event.metaKey;
    if (control && event.key.toLowerCase() === "v") {
      // The browser's own paste follows; xterm.js brackets it.
      return false;
    }
    if (control && event.key.toLowerCase() === "c" && this.terminal.hasSelection()) {
      if (event.type === "keydown") {
        navigator.clipboard?.writeText(this.terminal.getSelection());
        this.terminal.clearSelection();
        event.preventDefault();
      }
      return false;
    }
    return true;
  }

  // -- answers that can be clicked ---------------------------------------------------------------
  linksOf(row) {
    const line = this.terminal.buffer.active.getLine(row - 1);
    if (!line) {
      return undefined;
    }
    const text = line.translateToString(true);
    const links = [];
    for (const { say, label } of this.options) {
      const words = /^\d+$/.test(say) ? `${say} ${label}` : label;
      const head = words.slice(0, Math.min(words.length, say.length + 9));
      for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
        if (at > 0 && text[at - 1] !== " ") {
          continue;
        }
        let length = head.length;
        while (length < words.length && text[at + length] === words[length]) {
          length += 1;
        }
        links.push(this.link(row, at, length, text, say));
      }
    }
    if (!links.length) {
      const found = /^\s*(\d{1,3})\.\s+\S.*$/.exec(text);
      if (found) {
        const at = text.indexOf(found[1]);
        links.push(this.link(row, at, text.length - at, text, found[1]));
      }
    }
    return links.length ? links : undefined;
  }

  link(row, at, length, text, answer) {
    return {
      range: { start: { x: at + 1, y: row }, end: { x: at + length, y: row } },
      text: text.slice(at, at + length),
      activate: () => {
        if (!this.terminal.hasSelection()) {
          this.does.line(answer);
        }
      },
    };
  }
}
