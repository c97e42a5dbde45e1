// A tape: cells that stand still while the head moves, and that slide along only where the head would leave the view.
const CELL = 40;

/** What the k-th moment shows of a tape: head, first cell and the symbols from there on. */
function tapeMoment(column, k) {
  return { head: column.head[k], start: column.start[k], cells: codes(column.cells[k]), left: column.left[k], right: column.right[k] };
}

function symbolAt(moment, cell, blank) {
  const k = cell - moment.start;
  return k >= 0 && k < moment.cells.length ? moment.cells[k] : blank;
}

class TapeStrip {
  constructor(machine, column, label) {
    this.machine = machine;
    this.column = column;
    this.blank = machine.symbols.indexOf(machine.blank);
    this.track = h("div", { class: "track" });
    this.marker = h("div", { class: "head" }, h("span", { class: "state" }));
    this.more = [h("span", { class: "more left" }), h("span", { class: "more right" })];
    this.element = h("div", { class: "tape", role: "img", "data-tape": label || "tape" }, h("div", { class: "window" }, this.track, this.marker), this.more);
    this.label = label;
    this.cells = new Map();
    this.width = 0;
    this.camera = null;
    this.at = null;
    onWidth(this.element, (width) => {
      this.width = width;
      this.camera = null;
      if (this.at !== null) this.show(this.at, this.stateName, false);
    });
  }

  show(k, stateName, forward) {
    const before = this.at;
    this.at = k;
    this.stateName = stateName;
    const moment = tapeMoment(this.column, k);
    const shown = this.look(moment, before !== null && Math.abs(k - before) <= 1);
    const previous = forward && k > 0 ? tapeMoment(this.column, k - 1) : null;
    const kept = new Set();
    for (let cell = shown.first; cell <= shown.last; cell += 1) {
      kept.add(cell);
      const element = this.cell(cell);
      const symbol = symbolAt(moment, cell, this.blank);
      const name = this.machine.symbols[symbol];
      if (element.firstChild.textContent !== name) element.firstChild.textContent = name;
      element.classList.toggle("blank", symbol === this.blank);
      element.classList.toggle("here", cell === moment.head);
      element.classList.toggle("written", previous !== null && cell === previous.head && symbolAt(previous, cell, this.blank) !== symbol);
    }
    for (const [cell, element] of this.cells) {
      if (!kept.has(cell)) {
        element.remove();
        this.cells.delete(cell);
      }
    }
    this.marker.style.transform = `translateX(${moment.head * CELL - this.camera}px)`;
    this.marker.firstChild.textContent = stateName;
    this.more[0].textContent = moment.left ? `‹ ${number(moment.left)} more` : "";
    this.more[1].textContent = moment.right ? `${number(moment.right)} more ›` : "";
    this.describe(moment);
  }

  /** Moves the camera as little as needed; returns the cells in view. */
  look(moment, smoothly) {
    const width = this.width || 640;
    const first = Math.min(moment.head, moment.cells.length ? moment.start : moment.head);
    const last = Math.max(moment.head, moment.start + moment.cells.length - 1);
    const fits = (last - first + 3) * CELL <= width;
    const middle = fits ? ((first + last + 1) * CELL) / 2 : moment.head * CELL + CELL / 2;
    const margin = Math.min(width / 4, 4 * CELL);
    const x = moment.head * CELL - (this.camera ?? Infinity);
    const inView = x >= margin / 2 && x + CELL <= width - margin / 2;
    if (this.camera === null || !inView) this.camera = Math.round(middle - width / 2);
    this.track.classList.toggle("smooth", smoothly);
    this.marker.classList.toggle("smooth", smoothly);
    this.track.style.transform = `translateX(${-this.camera}px)`;
    return { first: Math.floor(this.camera / CELL) - 1, last: Math.ceil((this.camera + width) / CELL) + 1 };
  }

  cell(cell) {
    let element = this.cells.get(cell);
    if (!element) {
      element = h("div", { class: "cell" }, h("span"), cell % 5 === 0 && h("i", { text: number(cell) }));
      element.style.transform = `translateX(${cell * CELL}px)`;
      this.cells.set(cell, element);
      this.track.append(element);
    }
    return element;
  }

  describe(moment) {
    const names = moment.cells.map((symbol) => this.machine.symbols[symbol]);
    const text = names.join(names.every((name) => name.length === 1) ? "" : ",");
    this.element.dataset.text = text;
    this.element.dataset.head = moment.head;
    const read = this.machine.symbols[symbolAt(moment, moment.head, this.blank)];
    this.element.setAttribute("aria-label", `${this.label || "tape"}: ${text || "all blank"}; the head is on cell ${moment.head} and reads ${read}`);
  }
}

const MOVES = { "-1": "one cell left", 0: "nowhere", 1: "one cell right" };

/** What the next step does, in plain words, as nodes. */
function stepInWords(machine, frames, k, halted) {
  const rule = machine.rules[frames.rule[k]];
  const state = machine.states[frames.state[k]];
  if (!rule) {
    const reads = frames.tapes.map((column) => {
      const moment = tapeMoment(column, k);
      return machine.symbols[symbolAt(moment, moment.head, machine.symbols.indexOf(machine.blank))];
    });
    if (machine.accept.includes(state)) return ["The machine has halted in ", code(state), ": it accepts."];
    if (machine.reject.includes(state)) return ["The machine has halted in ", code(state), ": it rejects."];
    if (machine.halting.includes(state)) return ["The machine has halted in ", code(state), "."];
    return halted ? ["No rule for ", code(state), " reading ", code(reads.join(" ")), ": the machine is stuck, which is a halt."] : ["The run was cut here."];
  }
  const [, read, write, move, next] = rule;
  const same = read.every((symbol, t) => symbol === write[t]);
  const many = read.length > 1;
  if (many) {
    const moves = move.map((m, t) => `head ${t + 1} ${m === 0 ? "stays" : m < 0 ? "moves left" : "moves right"}`).join(", ");
    const wrote = same ? [" and write nothing new; "] : [" and write ", code(write.join(" ")), "; "];
    return ["In state ", code(state), " the heads read ", code(read.join(" ")), ...wrote, moves, "; the state ", next === state ? "stays " : "becomes ", code(next), "."];
  }
  return [
    "In state ", code(state), " the head reads ", code(read[0]), same ? ", leaves it as it is, " : ", writes ", same ? null : code(write[0]), same ? null : ", ",
    move[0] === 0 ? "stays" : `moves ${MOVES[move[0]]}`, next === state ? " and stays in " : " and goes to ", code(next), ".",
  ];
}
