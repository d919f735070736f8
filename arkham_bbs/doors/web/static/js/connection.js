// The WebSocket to the board: calls, calls again when the line drops, and comes back to the same
// session by a token that is good once. Binary frames are the terminal's bytes; text frames are
// small JSON objects (docs/clients.md).

import { tab } from "./kept.js";

const PING_MS = 20_000;
const PONG_MS = 12_000;
const WAITS_MS = [200, 1_000, 2_000, 4_000, 8_000, 15_000];
const PIECE = 4_000;

const OVER = 4000;
const ELSEWHERE = 4001;
const POLICY = 1008;
const TRY_LATER = 1013;

export class Connection {
  // `hears` has: output(bytes), control(frame), state(name, sentence)
  constructor(hears, hello) {
    this.hears = hears;
    this.hello = hello;
    this.socket = null;
    this.received = -1;
    this.tries = 0;
    this.isWanted = false;
    this.isWelcome = false;
    this.pingTimer = 0;
    this.pongTimer = 0;
    this.retryTimer = 0;
    this.refusal = "";
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) {
        this.check();
      }
    });
    addEventListener("online", () => this.check());
    addEventListener("pageshow", () => this.check());
  }

  call() {
    clearTimeout(this.retryTimer);
    this.isWanted = true;
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.isWelcome = false;
    this.refusal = "";
    this.hears.state("dialling", this.tries ? "The line dropped. Calling again ..." : "Dialling ...");
    socket.onopen = () => {
      // Good once; a new one comes with the welcome and takes its place.
      const token = tab.get("token");
      this.send({ type: "hello", ...this.hello(), token, received: token ? this.received : -1 });
      this.expectPong();
    };
    socket.onmessage = (event) => this.hear(socket, event.data);
    socket.onclose = (event) => this.closed(socket, event);
  }

  hear(socket, data) {
    if (socket !== this.socket) {
      return;
    }
    clearTimeout(this.pongTimer);
    this.pongTimer = 0;
    if (data instanceof ArrayBuffer) {
      const bytes = new Uint8Array(data);
      this.received += bytes.length;
      this.hears.output(bytes);
      return;
    }
    const frame = JSON.parse(data);
    if (frame.type === "welcome") {
      this.tries = 0;
      this.isWelcome = true;
      if (frame.reset || !frame.resumed) {
        this.received = 0;
      }
      this.hears.state("open", frame.resumed ? "The line is back." : "Connected.");
      this.keepAlive();
    } else if (frame.type === "at") {
      this.received = frame.total;
    } else if (frame.type === "token") {
      tab.set("token", frame.token);
    } else if (frame.type === "refused") {
      this.refusal = frame.sentence;
    }
    this.hears.control(frame);
  }

  closed(socket, event) {
    if (socket !== this.socket) {
      return;
    }
    this.drop();
    if (!this.isWanted) {
      return;
    }
    if (event.code === OVER) {
      this.end("The line is closed.");
    } else if (event.code === ELSEWHERE) {
      this.end("Your call goes on in another window.");
    } else if (event.code === TRY_LATER && this.refusal) {
      this.end(this.refusal);
    } else if (event.code === POLICY) {
      this.end("The board did not understand this page. Load it again.");
    } else {
      const wait = WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)];
      this.tries += 1;
      this.hears.state("dropped", "The line dropped. Calling again ...");
      // A little chance in it, so that all pages do not call at once after a restart.
      this.retryTimer = setTimeout(() => this.call(), wait * (0.75 + Math.random() / 2));
    }
  }

  end(sentence) {
    this.isWanted = false;
    this.received = -1;
    this.tries = 0;
    tab.drop("token");
    this.hears.state("over", sentence);
  }

  hangUp() {
    this.send({ type: "hangup" });
    this.isWanted = false;
    this.end("You have hung up.");
    this.drop();
  }

  drop() {
    clearTimeout(this.pongTimer);
    clearTimeout(this.pingTimer);
    this.pongTimer = 0;
    const socket = this.socket;
    this.socket = null;
    if (socket && socket.readyState < WebSocket.CLOSING) {
      socket.close();
    }
  }

  // -- is it still there? ----------------------------------------------------------------------
  keepAlive() {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => {
      this.send({ type: "ping" });
      this.expectPong();
      this.keepAlive();
    }, PING_MS);
  }

  expectPong(within = PONG_MS) {
    if (!this.pongTimer) {
      this.pongTimer = setTimeout(() => {
        this.pongTimer = 0;
        const socket = this.socket;
        if (socket) {
          this.closed(socket, { code: 1006 });
        }
      }, within);
    }
  }

  // A phone was woken, a network came back: find out at once, not in half a minute.
  check() {
    if (!this.isWanted) {
      return;
    }
    if (!this.socket) {
      this.call();
    } else if (this.isWelcome) {
      this.send({ type: "ping" });
      this.expectPong(4_000);
    }
  }

  // -- speaking --------------------------------------------------------------------------------
  get isOpen() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN && this.isWelcome;
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(frame));
    }
  }

  type(text) {
    if (!this.isOpen) {
      return;
    }
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += PIECE) {
      this.socket.send(bytes.subarray(at, at + PIECE));
    }
  }

  line(text) {
    if (this.isOpen) {
      this.send({ type: "line", text: text.slice(0, 1_000) });
      return true;
    }
    return false;
  }
}
