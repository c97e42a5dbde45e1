// A grid of cells with a head, and the card in which a patch of cells tells its next value.

class GridBoard {
  /** `pick(row, column)` is called when a cell is chosen. */
  constructor(rows, columns, label, pick) {
    this.columns = columns;
    this.cells = [];
    const size = columns > 24 || rows > 18 ? "small" : "";
    this.element = h("div", { class: `board ${size}`, role: "img", "aria-label": label });
    this.element.style.setProperty("--columns", columns);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const cell = h("span", { class: "square", onpointerenter: pick && (() => pick(row, column)), onclick: pick && (() => pick(row, column)) });
        this.cells.push(cell);
        this.element.append(cell);
      }
    }
  }

  /** texts and classes, one a cell. */
  show(texts, classes) {
    this.cells.forEach((cell, k) => {
      if (cell.textContent !== texts[k]) cell.textContent = texts[k];
      const wanted = `square ${classes[k]}`;
      if (cell.className !== wanted) cell.className = wanted;
    });
    this.element.dataset.text = texts.join("");
  }
}

/** The stage of a grid machine: its grid, the head with its state, the sentence. */
function gridStage(data, player) {
  const { machine, frames } = data;
  const blank = machine.symbols.indexOf(machine.blank);
  const board = new GridBoard(frames.rows, frames.columns, "grid");
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  const state = h("span", { class: "state-pill" });
  player.watch((index, forward) => {
    const now = codes(frames.grid[index]);
    const before = forward ? codes(frames.grid[index - 1]) : now;
    const [row, column] = frames.head[index];
    const at = row * frames.columns + column;
    board.show(now.map((symbol) => machine.symbols[symbol]), now.map((symbol, k) =>
      `${symbol === blank ? "blank" : signClass(machine.symbols[symbol])}${k === at ? " here" : ""}${symbol !== before[k] ? " written" : ""}`));
    state.textContent = machine.states[frames.state[index]];
    words.replaceChildren(...gridInWords(machine, frames, index, data.halted));
  });
  return [words, h("div", { class: "board-frame scroll", tabindex: 0, role: "region", "aria-label": "grid" }, state, board.element)];
}

function signClass(symbol) {
  return symbol === "+" ? "plus" : symbol === "-" ? "minus" : "other";
}

const GRID_MOVES = { U: "one up", D: "one down", L: "one left", R: "one right", S: null };

function gridInWords(machine, frames, k, halted) {
  const state = machine.states[frames.state[k]];
  const rule = machine.rules[frames.rule[k]];
  if (!rule) {
    if (machine.accept.includes(state)) return ["Halted in ", code(state), ": the answer is +1."];
    if (machine.reject.includes(state)) return ["Halted in ", code(state), ": the answer is −1."];
    return halted ? ["No rule applies in ", code(state), ": the machine has halted."] : ["The run was cut here."];
  }
  const [, read, write, move, next] = rule;
  const what = read === "#" ? ["has bumped into the wall"] : ["reads ", code(read)];
  const writes = write === null || write === read ? [] : [", writes ", code(write)];
  return ["In state ", code(state), " the head ", ...what, ...writes, move === "S" ? ", stays" : `, moves ${GRID_MOVES[move]}`, next === state ? " and stays in " : " and goes to ", code(next), "."];
}
