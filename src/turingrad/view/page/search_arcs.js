// The last-write search as a picture: passes over time and the cells they wrote, the interval in which each search
// layer still looks, and the arc from this pass to the one that it reads.

/** The passes that the axis spans: all of a short run, else as many before this one as the arc needs. */
function shownTimes(frames, index, pass) {
  const last = frames.step[frames.step.length - 1];
  if (last <= 400) return [0, Math.max(1, last)];
  const now = frames.step[index];
  let span = 64;
  while (span < 1.1 * (now - pass) && span < last) span *= 2;
  return [now - span, now];
}

class SearchArcs {
  constructor(model, frames, choose) {
    this.model = model;
    this.frames = frames;
    this.choose = choose;
    this.element = h("div", { class: "arcs" });
    this.width = 0;
    this.shown = null;
    onWidth(this.element, (width) => {
      this.width = width;
      if (this.shown) this.show(...this.shown);
    });
  }

  show(index, chosen, forward) {
    this.shown = [index, chosen, false];
    if (!this.width) return;
    const { model, frames, width } = this;
    const searches = model.searchLayers();
    const narrow = width < 520;
    const left = narrow ? 62 : 96;
    const plot = { top: 54, height: narrow ? 90 : 116 };
    const rowTop = plot.top + plot.height + 18;
    const rowHeight = 17;
    const height = rowTop + searches.length * rowHeight + 24;
    const { pass, cell, found } = model.lastWrite(index);
    const [begin, last] = shownTimes(frames, index, found ? pass : frames.step[index]);
    const X = (time) => left + (Math.max(0, time - begin) / (last - begin)) * (width - left - 26);
    const heads = frames.tapes[0].head;
    const seen = heads.filter((_, k) => frames.step[k] >= begin && frames.step[k] <= last);
    const low = Math.min(cell, ...seen);
    const high = Math.max(cell, ...seen);
    const Y = (cell) => plot.top + ((cell - low + 0.5) / (high - low + 1)) * plot.height;
    const now = frames.step[index];
    const band = Math.max(6, Math.min(14, plot.height / (high - low + 1)));
    const parts = [
      s("rect", { class: "target", x: left, y: Y(cell) - band / 2, width: width - left - 26, height: band, rx: 3 }),
      s("text", { class: "name", x: left - 8, y: Y(cell) + 4, text: `cell ${cell}` }),
    ];
    // pass p writes the cell under the head before it moves: that of moment p - 1
    for (let k = 1; k <= index; k += 1) {
      if (frames.step[k] !== frames.step[k - 1] + 1 || frames.step[k] < begin) continue;
      const wrote = heads[k - 1];
      parts.push(s("circle", { class: wrote === cell ? "pass same" : "pass", cx: X(frames.step[k]), cy: Y(wrote), r: wrote === cell ? 3.6 : 2.2 }));
    }
    parts.push(s("line", { class: "now", x1: X(now), x2: X(now), y1: plot.top - 14, y2: height - 22 }));
    if (found) parts.push(this.arc(X(pass), X(now), Y(cell), plot.top, forward));
    searches.forEach((layer, k) => parts.push(this.row(layer, k, { index, now, left, rowTop, rowHeight, X, width, chosen, begin, last })));
    parts.push(s("text", { class: "axis", x: left, y: height - 5, text: `pass ${number(Math.max(0, begin))}` }));
    parts.push(s("text", { class: "axis end", x: X(last), y: height - 5, text: `pass ${number(last)}` }));
    const label = found ? `pass ${now} reads what pass ${pass} wrote to cell ${cell}` : `pass ${now} finds no write to cell ${cell}`;
    this.element.dataset.reads = found ? pass : "";
    this.element.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, parts));
  }

  arc(from, to, y, top, forward) {
    const rise = Math.min(46, 14 + Math.abs(to - from) / 5);
    const d = `M${to} ${y}C${to} ${top - rise} ${from} ${top - rise} ${from} ${y - 5}`;
    return [
      s("path", { class: forward ? "arc draws" : "arc", d, pathLength: 1 }),
      s("circle", { class: "read", cx: from, cy: y, r: 6.5 }),
    ];
  }

  /** One search layer: the interval of times that it still allows, the passes that match, the bit that it found. */
  row(layer, k, at) {
    const { model, frames } = this;
    const bits = model.net.bits;
    const reading = layer === model.searchLayers().at(-1);
    const known = Array.from(model.field(model.hidden(at.index)[layer], "scr3"));
    const after = Array.from(model.field(model.hidden(at.index)[layer + 1], "scr3"));
    const first = reading ? bits : Math.min(k, bits);
    const prefix = known.slice(0, first).reduce((sum, bit) => 2 * sum + bit, 0);
    const span = 2 ** (bits - first);
    const y = at.rowTop + k * at.rowHeight;
    const begin = Math.max(at.begin, Math.min(prefix * span, at.last));
    const end = Math.max(begin, Math.min((prefix + 1) * span - 1, at.last));
    const attention = model.attention(layer, at.index);
    const name = reading ? "read" : `${2 ** (bits - 1 - k)}s bit`;
    const parts = [
      s("rect", { class: layer === at.chosen ? "band chosen" : "band", x: 0, y: y - 3, width: at.width, height: at.rowHeight }),
      s("text", { class: "name", x: at.left - 8, y: y + 9, text: name }),
      s("rect", { class: "interval", x: at.X(begin) - 2, y: y + 2, width: at.X(end) - at.X(begin) + 4, height: 7, rx: 3.5 }),
    ];
    if (attention.found) attention.winners.filter((j) => frames.step[j] >= at.begin).forEach((j) => parts.push(s("circle", { class: reading ? "match read" : "match", cx: at.X(frames.step[j]), cy: y + 5.5, r: 3.4 })));
    if (!reading) parts.push(s("text", { class: after[k] ? "bit one" : "bit", x: at.width - 8, y: y + 9.5, text: after[k] }));
    const choose = () => this.choose(layer);
    return s("g", { class: "search-row", onclick: choose }, s("title", { text: `${model.net.layers[layer].name}: show its scores` }), parts);
  }
}
