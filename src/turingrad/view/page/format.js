// Numbers and names as people read them.

/** 1234567 -> 1,234,567; 0.0001234 -> 1.23 × 10⁻⁴; never fifteen digits. */
function number(value) {
  if (value === null || value === undefined) return "–";
  if (value < 0) return `−${number(-value)}`; // a minus, not a hyphen
  if (Number.isInteger(value) && value < 1e12) return value.toLocaleString("en");
  if (value >= 1e9 || value < 1e-3) {
    const [digits, exponent] = value.toExponential(2).split("e");
    const power = `10${superscript(Number(exponent))}`;
    return Number(digits) === 1 ? power : `${Number(digits)} × ${power}`;
  }
  return value.toLocaleString("en", value >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 });
}

function superscript(value) {
  const signs = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return String(value).replace("-", "⁻").replace(/[0-9]/g, (digit) => signs[digit]);
}

function plural(count, one, many) {
  return `${number(count)} ${count === 1 ? one : many || one + "s"}`;
}

/** The numbers that `code_text` of Python wrote, a character each. */
function codes(text) {
  const found = new Array(text.length);
  for (let k = 0; k < text.length; k += 1) found[k] = text.charCodeAt(k) - 48;
  return found;
}

/** Bits from base64, first bit the most significant of its byte. */
function unpacked(text, count) {
  const bytes = atob(text);
  const bits = new Uint8Array(count);
  for (let k = 0; k < count; k += 1) bits[k] = (bytes.charCodeAt(k >> 3) >> (7 - (k & 7))) & 1;
  return bits;
}

/** Pixels of a name in the page's monospace type at 11 px. */
function textWidth(text) {
  return 6.7 * text.length;
}
