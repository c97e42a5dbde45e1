// Elements. Text only ever becomes a text node: no name from a file is read as markup.
const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

/** An HTML element: h("p", {class: "quiet"}, "text", other). */
function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element. */
function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** A picture that Python drew, as an element of this document. Scripts in it would not run; there are none. */
function parsed(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(found, true);
}

/** A name of the machine's in a sentence. */
function code(text) {
  return h("code", { text });
}

const INDEX = /(?<![\p{L}_])(?:\p{L}_(?:\{([^{}]+)\}|([\p{L}\d]+))|\p{L}{2,3}_(?:\{([^{}]+)\}|([\p{L}\d])))(?![\p{L}_])/gu;
const POWER = /(?<=[\p{L}\d)|}])\^(?:\(([^()]+)\)|\{([^{}]+)\}|(-?(?:\d+(?:\.\d+)?|\p{L}(?!\p{L}))))/gu;

/** Text with its indices set low (x_i, W_1, g_{i-1}, Rad_n; names such as learning_rate stay as they are) and its
 * exponents set high (2^-8.45). */
function written(text) {
  const marked = [...String(text).matchAll(INDEX)].map((found) => {
    const base = found[0].indexOf("_");
    return [found.index + base, found.index + found[0].length, "sub", found[1] || found[2] || found[3] || found[4]];
  });
  for (const found of String(text).matchAll(POWER)) marked.push([found.index, found.index + found[0].length, "sup", (found[1] || found[2] || found[3]).replace("-", "−")]);
  const parts = [];
  let last = 0;
  for (const [begin, end, tag, inside] of marked.sort((a, b) => a[0] - b[0])) {
    if (begin < last) continue;
    parts.push(String(text).slice(last, begin), h(tag, { text: inside }));
    last = end;
  }
  return [...parts, String(text).slice(last)];
}

/** A card with a heading, a line that says what one sees, and its content. */
function card(title, explained, ...content) {
  return h("section", { class: "card" }, h("h2", { text: title }), explained && h("p", { class: "explained" }, written(explained)), content);
}

/** Scrolls a frame sideways where something in it would be out of sight. */
function inView(frame, element) {
  const [box, seen] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (box.left < seen.left + 20 || box.right > seen.right - 20) frame.scrollLeft += box.left + box.width / 2 - seen.left - seen.width / 2;
}

/** Calls `draw(width)` now and whenever the element's width changes. */
function onWidth(element, draw) {
  let last = 0;
  const look = () => {
    const width = Math.floor(element.getBoundingClientRect().width);
    if (width > 0 && width !== last) {
      last = width;
      draw(width);
    }
  };
  new ResizeObserver(look).observe(element);
  requestAnimationFrame(look);
}

/** A colour of the page's style by name, as it is now (light or dark). */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls `draw` when the colours change between light and dark. */
function onTheme(draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** A canvas of `width` by `height` CSS pixels, sharp on dense screens; returns its context. */
function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
