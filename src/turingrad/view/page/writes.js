// When each cell was written, and the arc from now to the write that is read: what the transformer's search layers and
// the decoder's head have in common.

/**
 * options: width, left (room for names), times [first, last], now, cell, found, read (the time that is read),
 * writes [{time, cell}], forward, plot {top, height}, below (pixels under the plot that the line of now spans).
 * Returns {parts, X}.
 */
function writesPicture(options) {
  const { width, left, plot, cell, now } = options;
  const [begin, last] = options.times;
  const X = (time) => left + (Math.max(0, time - begin) / Math.max(1, last - begin)) * (width - left - 26);
  const shown = options.writes.filter(({ time }) => time >= begin && time <= last);
  const cells = [cell, ...shown.map((write) => write.cell), ...(options.cells || [])];
  const low = Math.min(...cells);
  const high = Math.max(...cells);
  const Y = (at) => plot.top + ((at - low + 0.5) / (high - low + 1)) * plot.height;
  const band = Math.max(6, Math.min(14, plot.height / (high - low + 1)));
  const parts = [
    s("rect", { class: "target", x: left, y: Y(cell) - band / 2, width: width - left - 26, height: band, rx: 3 }),
    s("text", { class: "name", x: left - 8, y: Y(cell) + 4, text: `cell ${number(cell)}` }),
  ];
  for (const { time, cell: wrote } of shown) {
    if (time <= now) parts.push(s("circle", { class: wrote === cell ? "pass same" : "pass", cx: X(time), cy: Y(wrote), r: wrote === cell ? 4 : 3 }));
  }
  parts.push(s("line", { class: "now", x1: X(now), x2: X(now), y1: plot.top - 14, y2: plot.top + plot.height + options.below }));
  if (options.found) parts.push(arc(X(options.read), X(now), Y(cell), plot.top, options.forward));
  return { parts, X };
}

function arc(from, to, y, top, forward) {
  const rise = Math.min(46, 14 + Math.abs(to - from) / 5);
  const d = `M${to} ${y}C${to} ${top - rise} ${from} ${top - rise} ${from} ${y - 5}`;
  return [s("path", { class: forward ? "arc draws" : "arc", d, pathLength: 1 }), s("circle", { class: "read", cx: from, cy: y, r: 6.5 })];
}

/** The times that the axis spans: all of a short run, else as many before now as the arc needs. */
function shownTimes(last, now, read) {
  if (last <= 400) return [0, Math.max(1, last)];
  let span = 64;
  while (span < 1.1 * (now - read) && span < last) span *= 2;
  return [now - span, now];
}
