// The text view: what the board sends in its linear mode, as plain lines in a live log. Nothing
// is ever drawn over; a prompt is the label of the field under the log, not a line that repeats.

const MOST_LINES = 1_500;

// Colours and cursor moves have no place here. The board sends none in this view; some may still
// be on their way when the view changes.
const CONTROL = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]/g;

export class Reader {
  constructor(log, label, asked) {
    this.log = log;
    this.label = label;
    this.asked = asked;
    this.clear();
  }

  clear() {
    this.decoder = new TextDecoder("utf-8");
    this.partial = "";
    this.prompt = "";
    this.isPrompt = false;
    this.isAnswered = true;
    this.log.replaceChildren();
    this.asked.textContent = "";
  }

  show(bytes) {
    const fresh = this.decoder.decode(bytes, { stream: true }).replace(CONTROL, "");
    if (this.isPrompt && fresh && !fresh.startsWith("\r\n")) {
      // Answered by what was typed ahead, which stands in the log already.
      this.partial = "";
      this.isPrompt = false;
    }
    const text = this.partial + fresh;
    const lines = text.replace(/\r(?!\n)/g, "").split("\r\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (this.isPrompt && line === this.prompt) {
        // News pushed the prompt up; it comes again below them.
        this.isPrompt = false;
        continue;
      }
      this.isPrompt = false;
      this.add(line);
    }
  }

  // What came last is a question that waits.
  prompted() {
    const prompt = this.partial.trim();
    this.isPrompt = true;
    if (prompt !== this.prompt || this.isAnswered) {
      // The log does not hold it, so that it is read once and not with each piece of news.
      this.asked.textContent = "";
      this.asked.textContent = prompt;
    }
    this.prompt = this.partial;
    this.isAnswered = false;
    this.label.textContent = prompt || "Type here:";
  }

  // What the caller answered joins the prompt in the log; nobody needs it read aloud.
  answered(text, isSecret) {
    const said = `${this.isPrompt ? this.partial : "> "}${isSecret ? "(not shown)" : text}`;
    if (this.isPrompt) {
      this.partial = "";
      this.isPrompt = false;
    }
    this.isAnswered = true;
    this.add(said, "said");
  }

  add(line, kind = "") {
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 60;
    const element = document.createElement("div");
    element.textContent = line;
    if (kind) {
      element.className = kind;
      element.setAttribute("aria-live", "off");
    }
    this.log.append(element);
    while (this.log.childElementCount > MOST_LINES) {
      this.log.firstElementChild.remove();
    }
    if (isAtEnd || kind) {
      this.log.scrollTop = this.log.scrollHeight;
    }
  }
}
