// A line chart with a cursor: axes with units, few ticks, no decoration.

/** Round numbers that divide a range into about `count` parts; whole ones where `least` is 1. */
function ticks(low, high, count, least = 0) {
  if (!(high > low)) return [low];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw && k >= least) || least;
  const found = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-9; value += step) found.push(Number(value.toPrecision(12)));
  return found;
}

/** Powers of ten between two of them; of a short range 1, 2 and 5 times as well. */
function logTicks(low, high) {
  if (high - low > 2) return ticks(low, high, 5, 1).map((k) => 10 ** k);
  const found = [];
  for (let power = Math.floor(low); power <= high; power += 1) for (const k of [1, 2, 5]) found.push(Number((k * 10 ** power).toPrecision(1)));
  return found.filter((y) => Math.log10(y) >= low && Math.log10(y) <= high);
}

/** Whether a line comes near the height `y` between two places: a name there would be crossed. */
function crowded(lines, X, Y, y, from, to) {
  return lines.some((line) => line.x.some((x, k) => line.y[k] !== null && X(x) >= from && X(x) <= to && Math.abs(Y(line.y[k]) - y) < 16));
}

/**
 * options: lines [{name, x, y, kind: machine|net|quiet}], bands [{y, name}], xLabel, yLabel, height, log.
 * Returns {element, cursor(x)}.
 */
function chart(options) {
  const element = h("figure", { class: "chart" });
  const height = options.height || 190;
  let cursor = null;
  let dots = [];
  let place = null;
  let at = null;
  const values = options.lines.flatMap((line) => line.y).concat((options.bands || []).map((band) => band.y)).filter((v) => v !== null);
  const value = (y) => (options.log ? Math.log10(Math.max(y, 1e-12)) : y);
  let [low, high] = [Math.min(...values.map(value)), Math.max(...values.map(value))];
  if (options.fromZero) low = Math.min(low, 0);
  if (low === high) [low, high] = [low - 1, high + 1];
  const pad = (high - low) * 0.06;
  [low, high] = [low - (options.fromZero && low === 0 ? 0 : pad), high + pad];
  const xs = options.lines.flatMap((line) => line.x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const draw = (width) => {
    const margin = { left: 58, right: 28, top: 12, bottom: 36 };
    const X = (x) => margin.left + ((x - first) / Math.max(1e-12, last - first)) * (width - margin.left - margin.right);
    const Y = (y) => height - margin.bottom - ((value(y) - low) / (high - low)) * (height - margin.top - margin.bottom);
    const parts = [];
    const yTicks = options.log ? logTicks(low, high) : ticks(low, high, 4);
    for (const y of yTicks) {
      parts.push(s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: Y(y), y2: Y(y) }));
      parts.push(s("text", { class: "tick y", x: margin.left - 7, y: Y(y) + 3.5, text: options.log && high - low > 2 ? `10${superscript(Math.round(Math.log10(y)))}` : number(y) }));
    }
    const whole = xs.every(Number.isInteger) ? 1 : 0;
    const few = ticks(first, last, Math.max(3, width / 150), whole);
    for (const x of few.length < 3 ? ticks(first, last, 6, whole) : few) parts.push(s("text", { class: "tick x", x: X(x), y: height - margin.bottom + 15, text: number(x) }));
    for (const band of options.bands || []) {
      parts.push(s("line", { class: "band", x1: margin.left, x2: width - margin.right, y1: Y(band.y), y2: Y(band.y) }));
      const near = (from) => crowded(options.lines, X, Y, Y(band.y) + 9, from, from + textWidth(band.name));
      const right = near(width - margin.right - textWidth(band.name));
      const left = right && !near(margin.left);
      const below = right && !left ? 26 : 13; // crossed on both sides: further down
      parts.push(s("text", { class: left ? "band-name left" : "band-name", x: left ? margin.left + 4 : width - margin.right - 4, y: Y(band.y) + below, text: band.name }));
    }
    dots = options.lines.map((line) => s("circle", { class: `dot ${line.kind}`, r: 4.5 }));
    for (const line of options.lines) {
      if (line.points) {
        line.x.forEach((x, k) => parts.push(s("circle", { class: `point ${line.kind}`, cx: X(x), cy: Y(line.y[k]), r: 3 }, s("title", { text: `${line.name}: ${number(line.y[k])} at ${number(x)}` }))));
        continue;
      }
      const d = line.x.map((x, k) => (line.y[k] === null ? "" : `${k && line.y[k - 1] !== null ? "L" : "M"}${X(x).toFixed(1)} ${Y(line.y[k]).toFixed(1)}`)).join("");
      parts.push(s("path", { class: `line ${line.kind}`, d }));
    }
    cursor = s("line", { class: "now", y1: margin.top, y2: height - margin.bottom });
    parts.push(cursor, dots);
    parts.push(s("text", { class: "axis", x: (margin.left + width - margin.right) / 2, y: height - 3, text: options.xLabel }));
    const named = `${options.yLabel} by ${options.xLabel}`;
    element.replaceChildren(
      h("figcaption", null, h("b", { text: options.yLabel }), options.lines.length > 1 && options.lines.map((line) => h("span", { class: `key ${line.kind}`, text: line.name }))),
      s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": named }, parts));
    place = (x) => {
      cursor.setAttribute("x1", X(x));
      cursor.setAttribute("x2", X(x));
      options.lines.forEach((line, k) => {
        const found = line.x.indexOf(x);
        dots[k].style.display = found < 0 || line.y[found] === null ? "none" : "";
        if (found >= 0 && line.y[found] !== null) {
          dots[k].setAttribute("cx", X(x));
          dots[k].setAttribute("cy", Y(line.y[found]));
        }
      });
    };
    if (at !== null) place(at);
    else {
      cursor.style.display = "none";
      dots.forEach((dot) => { dot.style.display = "none"; });
    }
  };
  onWidth(element, draw);
  return {
    element,
    cursor(x) {
      at = x;
      if (!place) return;
      cursor.style.display = "";
      place(x);
    },
  };
}
