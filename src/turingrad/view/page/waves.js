// Clocked circuits: the waveforms of all signals over the ticks, and the values at the tick that is shown.

const WAVE_ROW = 26;

/** The signals as rows of a waveform; words carry their value in hexadecimal. */
function waveStage(data, player) {
  const { signals } = data;
  const steps = data.frames.step;
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  const values = signals.map(() => h("span", { class: "wave-value" }));
  const names = signals.map((signal, k) => h("div", { class: "wave-name", title: `${signal.sort} ${signal.name}` },
    h("span", { class: `wave-sort ${signal.sort}`, text: signal.sort[0] }), h("span", { class: "wave-text", text: signal.name }), values[k]));
  const draw = (context, x) => signals.forEach((signal, row) => drawWave(context, x, row * WAVE_ROW, signal));
  const picture = timeline("waveforms", Math.max(1, signals.length) * WAVE_ROW, steps.length, player, draw);
  player.watch((index) => {
    signals.forEach((signal, k) => { values[k].textContent = signal.values[index]; });
    const step = steps[index];
    words.textContent = step === 0 ? "Before the first tick the registers hold their initial values." : `Tick ${number(step)}: inputs and outputs of this tick, and the registers after it.`;
  });
  return [words, h("div", { class: "waves" }, h("div", { class: "wave-names" }, names), h("div", { class: "wave-plot" }, picture))];
}

/** One row: a bit as a line that is high or low, a word as boxes with its values. */
function drawWave(context, x, top, signal) {
  const ink = colour(signal.sort === "register" ? "net" : "machine");
  const [low, high] = [top + WAVE_ROW - 6, top + 5];
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineWidth = 1.5;
  context.font = "11px ui-monospace, monospace";
  context.beginPath();
  let start = 0;
  for (let k = 1; k <= signal.values.length; k += 1) {
    if (k < signal.values.length && signal.values[k] === signal.values[start]) continue;
    const [from, to, text] = [start * x, k * x, signal.values[start]];
    if (text !== "" && signal.wide === 1) {
      const y = text === "1" ? high : low;
      context.moveTo(from, start > 0 && signal.values[start - 1] !== "" ? (text === "1" ? low : high) : y);
      context.lineTo(from, y);
      context.lineTo(to, y);
    } else if (text !== "") {
      context.rect(from + 0.75, high, Math.max(0.5, to - from - 1.5), low - high);
      if (context.measureText(text).width + 6 < to - from) context.fillText(text, from + 4, low - 4);
    }
    start = k;
  }
  context.stroke();
}

/** Emulation: the signs of the weights that hold the bits, a row each, over the steps of SGD. */
function signsCard(data, player) {
  const { signs, names, flips, bits, gamma, magnitudes } = data.net;
  const count = names.length;
  const row = Math.max(3, Math.min(12, 360 / Math.max(1, count)));
  const draw = (context, x) => {
    signs.forEach((text, k) => {
      for (let bit = 0; bit < count; bit += 1) {
        if (text[bit] === "1") {
          context.fillStyle = colour("net");
          context.fillRect(k * x, bit * row, x + 0.4, Math.max(0.8, row - 1));
        }
        if (k > 0 && signs[k - 1][bit] !== text[bit]) {
          context.fillStyle = colour("machine");
          context.fillRect(k * x, bit * row, Math.max(1, Math.min(2, x / 3)), Math.max(0.8, row - 1));
        }
      }
    });
  };
  const picture = timeline("signs of weights over time", Math.max(12, count * row), data.frames.step.length, player, draw);
  const now = h("p", { class: "explained", "data-role": "flips" });
  player.watch((index) => {
    const changed = index > 0 ? names.filter((_, bit) => signs[index][bit] !== signs[index - 1][bit]) : [];
    const shown = changed.slice(0, 12).join(", ") + (changed.length > 12 ? ", ..." : "");
    now.textContent = index === 0 ? "Before the first step." : `${plural(flips[index], "memory bit")} differ${flips[index] === 1 ? "s" : ""} from the frame before${shown ? `: ${shown}` : ""}.`;
  });
  const left = bits - count ? ` ${number(bits - count)} bits that flip less often are not drawn.` : "";
  const kept = magnitudes ? "Every weight has kept its magnitude, bit for bit." : "Weights have changed their magnitude.";
  return card("Signs of weights", `A row per memory bit, a column per frame; filled where the weight is negative, marked where SGD flipped it. Each step subtracts exactly twice a weight from it (learning rate ${number(gamma)}). ${kept}${left}`, picture, now);
}
