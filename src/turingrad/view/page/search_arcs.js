// The last-write search as a picture: passes over time and the cells they wrote, the interval in which each search
// layer still looks, and the arc from this pass to the one that it reads.

class SearchArcs {
  constructor(model, frames, tape, choose) {
    this.model = model;
    this.frames = frames;
    this.tape = tape;
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
    const searches = model.searchLayers(this.tape);
    const narrow = width < 520;
    const left = narrow ? 62 : 96;
    const plot = { top: 54, height: narrow ? 90 : 116 };
    const rowTop = plot.top + plot.height + 18;
    const rowHeight = 17;
    const height = rowTop + searches.length * rowHeight + 24;
    const { pass, cell, found } = model.lastWrite(index, this.tape);
    const now = frames.step[index];
    const times = shownTimes(frames.step.at(-1), now, found ? pass : now);
    const [begin, last] = times;
    const heads = frames.tapes[this.tape].head;
    // pass p writes the cell under the head before it moves: that of moment p - 1
    const writes = frames.step.flatMap((time, k) => (k && time === frames.step[k - 1] + 1 ? [{ time, cell: heads[k - 1] }] : []));
    const seen = heads.filter((_, k) => frames.step[k] >= begin && frames.step[k] <= last);
    const { parts, X } = writesPicture({ width, left, times, now, cell, found, read: pass, writes, cells: seen, forward, plot, below: height - 22 - plot.top - plot.height });
    Object.assign(this, { X, left, times });
    searches.forEach((layer, k) => parts.push(this.row(layer, k, { index, now, left, rowTop, rowHeight, X, width, chosen, begin, last })));
    parts.push(s("text", { class: "axis", x: left, y: height - 5, text: `pass ${number(Math.max(0, begin))}` }));
    parts.push(s("text", { class: "axis end", x: X(last), y: height - 5, text: `pass ${number(last)}` }));
    const label = found ? `pass ${now} reads what pass ${pass} wrote to cell ${cell}` : `pass ${now} finds no write to cell ${cell}`;
    this.element.dataset.reads = found ? pass : "";
    this.element.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, parts));
  }

  /** One search layer: the interval of times that it still allows, the passes that match, the bits that it found. */
  row(layer, k, at) {
    const { model, frames } = this;
    const bits = model.net.bits;
    const { first, count, reads } = model.net.layers[layer].search;
    const known = Array.from(model.own(model.hidden(at.index)[layer], "scr3", this.tape));
    const prefix = known.slice(0, first).reduce((sum, bit) => 2 * sum + bit, 0);
    const span = 2 ** (bits - first);
    const y = at.rowTop + k * at.rowHeight;
    const begin = Math.max(at.begin, Math.min(prefix * span, at.last));
    const end = Math.max(begin, Math.min((prefix + 1) * span - 1, at.last));
    const attention = model.attention(layer, at.index);
    const name = reads ? "read" : !count ? "ever?" : count > 1 ? `bits ${first}–${first + count - 1}` : `${2 ** (bits - 1 - first)}s bit`;
    const parts = [
      s("rect", { class: layer === at.chosen ? "band chosen" : "band", x: 0, y: y - 3, width: at.width, height: at.rowHeight }),
      s("text", { class: "name", x: at.left - 8, y: y + 9, text: name }),
      s("rect", { class: "interval", x: at.X(begin) - 2, y: y + 2, width: at.X(end) - at.X(begin) + 4, height: 7, rx: 3.5 }),
    ];
    if (attention.found) attention.winners.filter((j) => frames.step[j] >= at.begin).forEach((j) => parts.push(s("circle", { class: reads ? "match read" : "match", cx: at.X(frames.step[j]), cy: y + 5.5, r: 3.4 })));
    const shown = reads ? "" : this.found(layer, at.index, first, count, attention.found);
    parts.push(s("text", { class: shown.includes("1") || shown === "✓" ? "bit one" : "bit", x: at.width - 8, y: y + 9.5, text: shown }));
    const choose = () => this.choose(layer);
    return s("g", { class: "search-row", onclick: choose }, s("title", { text: `${model.net.layers[layer].name}: show its scores` }), parts);
  }

  /** The time bits that a layer has found, or whether it found anything at all. */
  found(layer, index, first, count, any) {
    if (!count) return any ? "✓" : "–";
    const after = Array.from(this.model.own(this.model.hidden(index)[layer + 1], "scr3", this.tape));
    return after.slice(first, first + count).join("");
  }
}
