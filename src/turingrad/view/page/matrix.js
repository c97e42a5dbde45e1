// A sparse matrix with named rows and columns: only those that hold something, coloured by sign.

/** entries [[row, column, value]], names of rows and columns. */
function matrix(entries, rowNames, columnNames, label) {
  const size = 13;
  const rows = [...new Set(entries.map(([row]) => row))].sort((a, b) => a - b);
  const columns = [...new Set(entries.map(([, column]) => column))].sort((a, b) => a - b);
  const rowAt = new Map(rows.map((row, k) => [row, k]));
  const columnAt = new Map(columns.map((column, k) => [column, k]));
  const left = Math.max(...rows.map((row) => textWidth(rowNames[row])), 20) + 12;
  const top = Math.max(...columns.map((column) => textWidth(columnNames[column])), 20) * 0.9 + 16;
  const width = left + columns.length * size + 60;
  const height = top + rows.length * size + 8;
  const largest = Math.max(...entries.map(([, , value]) => Math.abs(value)));
  const parts = [];
  rows.forEach((row, k) => {
    const y = top + k * size;
    if (k % 2 === 0) parts.push(s("rect", { class: "stripe", x: left, y, width: columns.length * size, height: size }));
    parts.push(s("text", { class: "row-name", x: left - 6, y: y + size - 3.4, text: rowNames[row] }));
  });
  columns.forEach((column, k) => {
    const x = left + k * size + size - 3.4;
    parts.push(s("text", { class: "column-name", transform: `translate(${x} ${top - 6}) rotate(-62)`, text: columnNames[column] }));
  });
  for (const [row, column, value] of entries) {
    const strength = 0.3 + (0.7 * Math.abs(value)) / largest;
    parts.push(s("rect", {
      class: value > 0 ? "positive" : "negative", x: left + columnAt.get(column) * size + 1, y: top + rowAt.get(row) * size + 1,
      width: size - 2, height: size - 2, rx: 2.5, "fill-opacity": strength.toFixed(2),
    }, s("title", { text: `${rowNames[row]} ← ${number(value)} × ${columnNames[column]}` })));
  }
  return h("div", { class: "scroll matrix", tabindex: 0, role: "region", "aria-label": label },
    s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, parts));
}
