// The library's picture (SVG), put into the page: its cells answer to the pointer and to the arrow keys.
//
// A key that is typed changes few of its lines, or moves all of them. So a picture is kept in pieces of a few lines: only those that
// changed are drawn again, and those out of sight when there is time.

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
    parent.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") select(event);
    });
  }

  show(drawings: readonly Drawing[]): void {
    clearTimeout(this.#later);
    const same = drawings.length === this.#figures.length && drawings.every((one, index) => one.compiler === this.#figures[index]?.compiler);
    if (!same) {
      this.#figures = drawings.map((one) => new Figure(one.compiler));
      this.#parent.replaceChildren(...this.#figures.map((one) => one.element));
    }
    // All places are asked before anything changes, so that the browser lays the page out once.
    const places = this.#figures.map((one) => one.element.getBoundingClientRect());
    this.#figures.forEach((figure, index) => this.#mark(figure.update(drawings[index]?.svg ?? "", places[index] ?? new DOMRect())));
    this.#finish();
  }

  /** Marks the cells of a member in every picture; those of `a.b` are marked for `a` too. */
  choose(chosen: { path: string; offset: number } | undefined): void {
    this.#chosen = chosen;
    this.#mark(this.#parent.querySelectorAll<SVGGElement>(".cell"));
  }

  /** Draws what is out of sight, piece by piece: keys that are typed meanwhile come first. */
  #finish(): void {
    const figure = this.#figures.find((one) => one.isBehind);
    if (!figure) return;
    this.#later = setTimeout(() => {
      this.#mark(figure.catchUp());
      this.#finish();
    });
  }

  #mark(cells: Iterable<SVGGElement>): void {
    const chosen = this.#chosen;
    for (const cell of cells) {
      const path = cell.dataset["path"];
      const same = Boolean(chosen && (path ? belongs(path, chosen.path) : chosen.path === "" && Number(cell.dataset["offset"]) === chosen.offset));
      if (String(same) === cell.getAttribute("aria-pressed")) continue;
      cell.classList.toggle("chosen", same);
      cell.setAttribute("aria-pressed", String(same));
    }
  }
}

/** Some lines of a picture: as the library draws them now, and as the page shows them. */
interface Piece {
  readonly element: SVGGElement;
  readonly lines: string;
  shown: string;
}

/** So many lines are a piece. */
const LINES = 24;

/** How the lines begin of which pieces consist: cells and the numbers at their left. */
const LINE = /^<(?:g class="cell |text class="gutter")/;

const NAMESPACE = "http://www.w3.org/2000/svg";

/** The picture of one compiler. */
class Figure {
  readonly element: HTMLElement;
  readonly compiler: string;
  #frame = "";
  #pieces: readonly Piece[] = [];

  constructor(compiler: string) {
    this.compiler = compiler;
    this.element = h("figure", { "data-compiler": compiler });
    arrows(this.element, ".cell");
  }

  get isBehind(): boolean {
    return this.#pieces.some((one) => one.lines !== one.shown);
  }

  /** Draws what is in sight when the figure is at `place` in the window; returns the new cells. */
  update(svg: string, place: DOMRect): SVGGElement[] {
    const [frame, texts] = divide(svg);
    this.#pieces = texts.map((lines, index) => {
      const { element, shown } = this.#pieces[index] ?? { element: document.createElementNS(NAMESPACE, "g"), shown: "" };
      return { element, lines, shown };
    });
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.element.replaceChildren(framed(frame, this.#pieces, this.compiler));
    }
    const width = this.element.querySelector("svg")?.viewBox.baseVal.width ?? 1;
    const scale = place.width > 0 ? Math.min(1, place.width / width) : 1;
    const tops = texts.map((lines) => place.top + Number(/ y="(\d+)"/.exec(lines)?.[1] ?? 0) * scale);
    const inSight = this.#pieces.filter((_, index) => (tops[index + 1] ?? Infinity) > 0 && (tops[index] ?? 0) < innerHeight);
    return this.#draw(inSight.filter((one) => one.lines !== one.shown));
  }

  /** Draws another piece that is not up to date. */
  catchUp(): SVGGElement[] {
    return this.#draw(this.#pieces.filter((one) => one.lines !== one.shown).slice(0, 1));
  }

  #draw(pieces: readonly Piece[]): SVGGElement[] {
    const cells = pieces.flatMap((piece) => {
      // The library escapes what a source has in it, and the page's policy runs no scripts of attributes.
      piece.element.innerHTML = piece.lines;
      piece.shown = piece.lines;
      return [...piece.element.querySelectorAll<SVGGElement>(".cell")];
    });
    for (const cell of cells) {
      const { path, offset, size, note, isPadding } = cellOf(cell, this.compiler);
      const bytes = `${offset}..${offset + size}`;
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "-1");
      cell.setAttribute("aria-label", isPadding ? `${size} bytes of padding, ${bytes}: ${note}` : `${path}, bytes ${bytes}: ${note}`);
    }
    if (!this.element.querySelector('.cell[tabindex="0"]')) this.element.querySelector(".cell")?.setAttribute("tabindex", "0");
    return cells;
  }
}

/** A drawing without its cells, and the cells in pieces; an element `<g data-piece>` says where each belongs. */
function divide(svg: string): [frame: string, pieces: string[]] {
  const frame: string[] = [];
  const pieces: string[][] = [];
  let piece: string[] | undefined;
  for (const line of svg.split("\n")) {
    if (!LINE.test(line)) {
      frame.push(line);
      piece = undefined;
    } else if (piece && piece.length < LINES) {
      piece.push(line);
    } else {
      frame.push("<g data-piece=''/>");
      pieces.push((piece = [line]));
    }
  }
  return [frame.join("\n"), pieces.map((lines) => lines.join("\n"))];
}

/** The element of a frame with its pieces. */
function framed(frame: string, pieces: readonly Piece[], compiler: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(frame, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
  const style = svg.querySelector("style");
  if (style) {
    // All drawings have the same. Each new one would have the browser compute the styles of the whole page again.
    style.remove();
    if (!document.head.querySelector("[data-picture]")) document.head.append(h("style", { "data-picture": true }, style.textContent ?? ""));
  }
  svg.querySelectorAll("[data-piece]").forEach((place, index) => place.replaceWith(pieces[index]?.element ?? ""));
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  crop(svg);
  svg.style.maxWidth = `${svg.viewBox.baseVal.width}px`;
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", `Bytes of the buffers under ${compiler}; a table with the same content follows`);
  return svg;
}

/** Cuts the margins, and the title of a picture of one buffer, which the page has beside it. */
function crop(svg: SVGSVGElement): void {
  const box = svg.viewBox.baseVal;
  const grids = [...svg.querySelectorAll<SVGGElement>(":scope > g")];
  const [left, top] = (grids[0]?.getAttribute("transform") ?? "").match(/\d+/g)?.map(Number) ?? [];
  if (grids.length !== 1 || left === undefined || top === undefined) return;
  svg.setAttribute("viewBox", `${box.x + left} ${box.y + top} ${box.width - 2 * left} ${box.height - top}`);
}

/** Whether a cell of the picture is of a member, or of a part of it; elements are written `a[0]` there and `a[]` in lists. */
function belongs(cell: string, member: string): boolean {
  const plain = (path: string) => path.replace(/\[\d*\]/g, "");
  const [inner, outer] = [plain(cell), plain(member)];
  return outer !== "" && (inner === outer || inner.startsWith(`${outer}.`));
}

function cellOf(cell: SVGGElement, compiler: string): Cell {
  const { path = "", offset, size, note = "" } = cell.dataset;
  return { path, offset: Number(offset), size: Number(size), note, isPadding: cell.classList.contains("padding"), compiler };
}
