// Shows the library's picture (SVG) in the page: its cells respond to the pointer and to the arrow keys.
//
// A keystroke changes a few rows of a picture, or moves all of them. The page therefore divides the picture of a buffer into pieces of a few rows:
// it redraws only changed pieces, those out of sight when idle, and the browser lays out only visible pieces. What pictures need in addition for
// keyboards and screen readers is added when idle too.

import { arrows, h } from "./dom.ts";

export interface Cell {
  readonly path: string;
  readonly offset: number;
  readonly size: number;
  readonly note: string;
  readonly isPadding: boolean;
  /** The compiler whose picture the cell is in. */
  readonly compiler: string;
}

export interface Drawing {
  readonly compiler: string;
  readonly svg: string;
}

export class Picture {
  readonly #parent: HTMLElement;
  #figures: readonly Figure[] = [];
  #chosen: { path: string; offset: number } | undefined;
  #later = 0;

  constructor(parent: HTMLElement, selected: (cell: Cell) => void) {
    this.#parent = parent;
    const select = (event: Event) => {
      const cell = (event.target as Element).closest<SVGGElement>(".cell");
      const compiler = cell?.closest<HTMLElement>("figure")?.dataset["compiler"];
      if (!cell || compiler === undefined) return;
      event.preventDefault();
      selected(cellOf(cell, compiler));
    };
    parent.addEventListener("click", select);
    parent.addEventListener("pointerover", (event) => showTitle((event.target as Element).closest(".cell")));
    parent.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") select(event);
    });
  }

  show(drawings: readonly Drawing[]): void {
    cancelIdleCallback(this.#later);
    const same = drawings.length === this.#figures.length && drawings.every((one, index) => one.compiler === this.#figures[index]?.compiler);
    if (!same) {
      this.#figures = drawings.map((one) => new Figure(one.compiler));
      this.#parent.replaceChildren(...this.#figures.map((one) => one.element));
    }
    // Reads all positions before changing anything, so that the browser lays out the page once.
    const places = this.#figures.map((one) => one.element.getBoundingClientRect());
    this.#figures.forEach((figure, index) => this.#mark(figure.update(drawings[index]?.svg ?? "", places[index] ?? new DOMRect())));
    this.#finish();
  }

  /** Marks the cells of a member in every picture; those of `a.b` are marked for `a` too. */
  choose(chosen: { path: string; offset: number } | undefined): void {
    this.#chosen = chosen;
    this.#mark(this.#parent.querySelectorAll<SVGGElement>(".cell"));
  }

  /** Prepares new cells and draws pieces that are out of sight, a few at a time: keystrokes in the meantime come first. */
  #finish(): void {
    const figure = this.#figures.find((one) => one.isIncomplete);
    if (!figure) return;
    this.#later = requestIdleCallback(() => {
      this.#mark(figure.catchUp());
      this.#finish();
    }, { timeout: 200 });
  }

  #mark(cells: Iterable<SVGGElement>): void {
    const chosen = this.#chosen;
    for (const cell of cells) {
      const path = cell.dataset["path"];
      const same = Boolean(chosen && (path ? belongs(path, chosen.path) : chosen.path === "" && Number(cell.dataset["offset"]) === chosen.offset));
      if (same === cell.classList.contains("chosen")) continue;
      cell.classList.toggle("chosen", same);
      cell.setAttribute("aria-pressed", String(same));
    }
  }
}

/** Some rows of a picture: as the library draws them now, and as the page shows them. */
interface Piece {
  readonly element: HTMLElement;
  readonly top: number;
  readonly bottom: number;
  readonly lines: string;
  shown: string;
}

/** The minimum number of lines of a drawing in a piece, which ends at the next row. */
const LINES = 24;

/** The picture of one compiler. */
class Figure {
  readonly element: HTMLElement;
  readonly compiler: string;
  readonly #body: HTMLElement;
  readonly #legend = h("div", { class: "padstone" });
  /** The frame and the legend that are shown. */
  #frame = "";
  #pieces: readonly Piece[] = [];
  /** Cells that were redrawn and not prepared yet. */
  #unprepared: SVGGElement[] = [];
  #width = 1;

  constructor(compiler: string) {
    this.compiler = compiler;
    this.#body = h("div", { class: "padstone", role: "group", "aria-label": `Bytes of the buffers under ${compiler}; a table with the same content follows` });
    this.element = h("figure", { "data-compiler": compiler }, this.#body, this.#legend);
    arrows(this.element, ".cell");
  }

  get isIncomplete(): boolean {
    return this.#unprepared.length > 0 || this.#pieces.some((one) => one.lines !== one.shown);
  }

  /** Draws the visible pieces when the figure is at `place` in the window; returns the new cells. */
  update(drawing: string, place: DOMRect): SVGGElement[] {
    const { frame, pieces, legend } = divide(drawing);
    this.#pieces = pieces.map((piece, index) => {
      const { element, shown } = this.#pieces[index] ?? { element: h("div", { class: "piece" }), shown: "" };
      return { ...piece, element, shown };
    });
    if (frame + legend !== this.#frame) {
      this.#frame = frame + legend;
      this.#show(frame, legend);
    }
    const scale = place.width > 0 ? Math.min(1, place.width / this.#width) : 1;
    const top = (index: number) => place.top + (this.#pieces[index]?.top ?? Infinity) * scale;
    const inSight = this.#pieces.filter((_, index) => top(index + 1) > 0 && top(index) < innerHeight);
    return this.#draw(inSight.filter((one) => one.lines !== one.shown));
  }

  /** Prepares redrawn cells, or draws another outdated piece; returns the new cells. */
  catchUp(): SVGGElement[] {
    if (this.#unprepared.length > 0) {
      this.#prepare(this.#unprepared.splice(0));
      return [];
    }
    return this.#draw(this.#pieces.filter((one) => one.lines !== one.shown).slice(0, 1));
  }

  /** Shows a frame with the pieces below it, and the legend below these. */
  #show(frame: string, legend: string): void {
    // The HTML parser takes a fraction of the time of the XML parser, which creates a separate document.
    const holder = h("div");
    holder.innerHTML = withoutStyle(frame);
    const svg = holder.firstElementChild as SVGSVGElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    const box = crop(svg, this.#pieces[0]?.top);
    this.#width = box.width;
    this.#body.style.maxWidth = `${box.width}px`;
    this.#pieces.forEach(({ element, top, bottom }) => {
      const height = bottom - top;
      element.style.aspectRatio = `${box.width} / ${height}`;
      const svg = element.firstElementChild ?? element.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
      svg.setAttribute("viewBox", `0 ${top} ${box.width} ${height}`);
    });
    // Existing pieces are not moved: moving them would cost as much as drawing them.
    if (this.#body.firstElementChild) this.#body.firstElementChild.replaceWith(svg);
    else this.#body.append(svg);
    while (this.#body.childElementCount > this.#pieces.length + 1) this.#body.lastElementChild?.remove();
    this.#body.append(...this.#pieces.slice(this.#body.childElementCount - 1).map((one) => one.element));
    this.#prepare(svg.querySelectorAll(".cell"));
    const [, left = 0, top = 0] = /<rect x="(\d+)" y="(\d+)"/.exec(legend)?.map(Number) ?? [];
    this.#legend.style.maxWidth = this.#body.style.maxWidth;
    this.#legend.innerHTML = legend && `<svg viewBox="${left} ${top - 6} ${box.width} 20">${legend}</svg>`;
  }

  #draw(pieces: readonly Piece[]): SVGGElement[] {
    return pieces.flatMap((piece) => {
      const svg = piece.element.firstElementChild;
      // The library escapes the text of a source, and the policy of the page forbids scripts in attributes.
      if (svg) svg.innerHTML = withoutTitles(piece.lines);
      const cells = [...piece.element.querySelectorAll<SVGGElement>(".cell")];
      if (piece.shown === "") this.#prepare(cells);
      else this.#unprepared.push(...cells);
      piece.shown = piece.lines;
      return cells;
    });
  }

  #prepare(cells: Iterable<SVGGElement>): void {
    for (const cell of cells) {
      const { path, offset, size, note, isPadding } = cellOf(cell, this.compiler);
      const bytes = `${offset}..${offset + size}`;
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "-1");
      cell.setAttribute("aria-pressed", String(cell.classList.contains("chosen")));
      cell.setAttribute("aria-label", isPadding ? `${size} bytes of padding, ${bytes}: ${note}` : `${path}, bytes ${bytes}: ${note}`);
    }
    if (!this.element.querySelector('.cell[tabindex="0"]')) this.element.querySelector(".cell")?.setAttribute("tabindex", "0");
  }
}

/** A drawing in parts: its frame, the rows of its only grid in pieces, and its legend. A drawing of several buffers is one frame. */
function divide(drawing: string): { frame: string; pieces: Pick<Piece, "top" | "bottom" | "lines">[]; legend: string } {
  const all = drawing.split("\n");
  const isKey = (line: string) => line.startsWith('<g class="key ');
  const lines = all.filter((line) => !isKey(line));
  const isRow = (line: string) => line.startsWith('<text class="gutter"');
  const [begin, end] = [lines.findIndex(isRow), lines.findLastIndex((line) => line.startsWith('<g class="cell ')) + 1];
  const grids = lines.filter((line) => line.startsWith("<g transform="));
  if (begin < 0 || end <= begin || grids.length !== 2) return { frame: drawing, pieces: [], legend: "" };
  const pieces: string[][] = [];
  for (const line of lines.slice(begin, end)) {
    const last = pieces.at(-1);
    if (last && (last.length < LINES || !isRow(line))) last.push(line);
    else pieces.push([line]);
  }
  const frame = [...lines.slice(0, begin), ...lines.slice(end)].join("\n");
  const legend = all.filter(isKey).join("\n");
  // A cell is a pixel lower than its row, and ends a pixel above the next one.
  const rows = (text: string) => {
    const cells = [...text.matchAll(/<rect x="\d+" y="(\d+)" width="\d+" height="(\d+)"/g)];
    const [first, last] = [cells[0], cells.at(-1)];
    return { top: Number(first?.[1] ?? 1) - 1, bottom: Number(last?.[1] ?? 0) + Number(last?.[2] ?? 0) + 1 };
  };
  return { frame, pieces: pieces.map((piece) => piece.join("\n")).map((text) => ({ ...rows(text), lines: text })), legend };
}

/** Rows without the titles of their cells, which take a quarter of the time to draw: [`showTitle`] adds that of the cell below the pointer. */
function withoutTitles(lines: string): string {
  return lines.replace(/<title>[^<]*<\/title>/g, "");
}

function showTitle(cell: Element | null): void {
  if (!cell || cell.querySelector("title")) return;
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = cell.getAttribute("aria-label");
  cell.append(title);
}

/** A frame without the style sheet, which the page contains once: with each new style sheet, the browser would compute all styles again. */
function withoutStyle(frame: string): string {
  const [begin, end] = [frame.indexOf("<style>"), frame.indexOf("</style>")];
  if (begin < 0 || end < begin) return frame;
  if (!document.head.querySelector("[data-picture]")) document.head.append(h("style", { "data-picture": true }, frame.slice(begin + "<style>".length, end)));
  return frame.slice(0, begin) + frame.slice(end + "</style>".length);
}

/** Removes the margins, and the title of a picture of one buffer, which the page shows next to it. Returns the remaining size; `svg` shows the part above `rows`. */
function crop(svg: SVGSVGElement, rows: number | undefined): { width: number; height: number } {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const grids = [...svg.querySelectorAll<SVGGElement>(":scope > g")];
  const [left, top] = (grids[0]?.getAttribute("transform") ?? "").match(/\d+/g)?.map(Number) ?? [];
  if (grids.length !== 1 || left === undefined || top === undefined) return { width, height };
  const size = { width: width - 2 * left, height: height - top };
  svg.setAttribute("viewBox", `${x + left} ${y + top} ${size.width} ${rows ?? size.height}`);
  return size;
}

/** Whether a cell of the picture belongs to a member or to a part of it. The picture writes elements as `a[0]` and `m[column 0]`, lists write `a[]`. */
function belongs(cell: string, member: string): boolean {
  const plain = (path: string) => path.replace(/\[[^\]]*\]/g, "");
  const [inner, outer] = [plain(cell), plain(member)];
  return outer !== "" && (inner === outer || inner.startsWith(`${outer}.`));
}

function cellOf(cell: SVGGElement, compiler: string): Cell {
  const { path = "", offset, size, note = "" } = cell.dataset;
  return { path, offset: Number(offset), size: Number(size), note, isPadding: cell.classList.contains("padding"), compiler };
}
