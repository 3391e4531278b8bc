
const cells = [...document.querySelectorAll(".cell")];
const inspector = document.getElementById("inspector");
const found = document.getElementById("found");
const fold = document.getElementById("fold");
const search = document.getElementById("search");
let pinned = null;

/** The description of a cell and of the byte under the pointer. */
function describe(cell, event) {
  const { offset, size, path, note } = cell.dataset;
  const start = Number(offset);
  const end = start + Number(size);
  const box = cell.querySelector("rect").getBoundingClientRect();
  const along = Math.min(0.999, Math.max(0, (event.clientX - box.left) / box.width));
  const byte = Number(cell.dataset.from) + Math.floor(along * Number(cell.dataset.count));
  const register = "registers" in cell.dataset ? `, c${Math.floor(byte / 16)}.${"xyzw"[Math.floor((byte % 16) / 4)]}` : "";
  return `byte ${byte} (0x${byte.toString(16)}${register}) of ${path ?? "padding"}, bytes ${start}..${end}: ${note}`;
}

function mark(cell) {
  cells.forEach((other) => other.classList.remove("marked"));
  if (!cell) return;
  const same = (other) => other.dataset.path === cell.dataset.path && (cell.dataset.path || other.dataset.offset === cell.dataset.offset);
  const picture = cell.closest("svg");
  cells.filter((other) => other.closest("svg") === picture && same(other)).forEach((other) => other.classList.add("marked"));
}

for (const cell of cells) {
  cell.addEventListener("mousemove", (event) => { if (!pinned) { mark(cell); inspector.textContent = describe(cell, event); } });
  cell.addEventListener("click", (event) => { pinned = pinned === cell ? null : cell; mark(cell); inspector.textContent = describe(cell, event); });
}

search.addEventListener("input", () => {
  const text = search.value.trim().toLowerCase();
  const byte = /^(0x[0-9a-f]+|[0-9]+)$/.test(text) ? Number(text) : null;
  let count = 0;
  for (const cell of cells) {
    const { offset, size, path, note } = cell.dataset;
    const hit = byte !== null ? byte >= Number(offset) && byte < Number(offset) + Number(size) : `${path ?? "padding"} ${note}`.toLowerCase().includes(text);
    cell.classList.toggle("dimmed", text !== "" && !hit);
    if (text !== "" && hit) {
      if (count === 0) { cell.closest("details").open = true; cell.scrollIntoView({ block: "nearest" }); }
      count += 1;
    }
  }
  found.textContent = text === "" ? "" : `${count} found`;
});

fold.addEventListener("click", () => {
  const open = fold.textContent === "unfold all";
  document.querySelectorAll("details").forEach((details) => { details.open = open; });
  fold.textContent = open ? "fold all" : "unfold all";
});
