// Shows the library's picture (SVG) in the page: its cells respond to the pointer and to the arrow keys.
//
// A keystroke changes a few lines of a picture, or moves all of them. The page therefore divides the picture of a buffer into pieces of a few lines:
// it first requests and draws the visible pieces, and the others when idle; the browser lays out only visible pieces. What pictures need in addition
// for keyboards and screen readers is added when idle too.

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

/** Lines of a picture, from 0; `end` is the first that is not in it. */
export interface LineRange {
  readonly first: number;
  readonly end: number;
}

export class Picture {
  readonly #parent: HTMLElement;
  #figures: readonly Figure[] = [];
  #chosen: { path: string; offset: number } | undefined;
  #later = 0;
  /** The elements of the pieces in the window. */
  readonly #visible = new Set<Element>();
  readonly #observer = new IntersectionObserver((entries) => this.#seen(entries));

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

  /** The lines to draw first; `undefined` if the page has not seen the pictures yet. */
  get visibleLines(): LineRange | undefined {
    const indices = this.#figures.flatMap((figure) => figure.indices((piece) => this.#visible.has(piece)));
    return indices.length > 0 ? { first: Math.min(...indices) * LINES, end: (Math.max(...indices) + 1) * LINES } : undefined;
  }

  /** Whether the contents of all lines are known. */
  get isComplete(): boolean {
    return this.#figures.every((one) => one.isComplete);
  }

  /** Leaves pieces out of sight as they are until the next drawings. */
  pause(): void {
    cancelIdleCallback(this.#later);
  }

  /** Shows drawings, of which only some lines may be drawn. */
  show(drawings: readonly Drawing[], lines: LineRange = { first: 0, end: Infinity }): void {
    this.pause();
    const same = drawings.length === this.#figures.length && drawings.every((one, index) => one.compiler === this.#figures[index]?.compiler);
    if (!same) {
      this.#observer.disconnect();
      this.#visible.clear();
      this.#figures = drawings.map((one) => new Figure(one.compiler, this.#observer));
      this.#parent.replaceChildren(...this.#figures.map((one) => one.element));
    }
    this.#figures.forEach((figure, index) => this.#mark(figure.update(drawings[index]?.svg ?? "", lines, this.#visible)));
    this.#finish();
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#visible.add(target);
      else this.#visible.delete(target);
    }
    this.#figures.forEach((one) => this.#mark(one.drawVisible(this.#visible)));
  }

  /** Marks the cells of a member in every picture; those of `a.b` are marked for `a` too. */
  choose(chosen: { path: string; offset: number } | undefined): void {
    this.#chosen = chosen;
    this.#mark(this.#parent.querySelectorAll<SVGGElement>(".cell"));
  }

  /** Prepares new cells and draws pieces that are out of sight, a few at a time: keystrokes in the meantime come first. */
  #finish(): void {
    const figure = this.#figures.find((one) => one.isOutdated);
    if (!figure) return;
    this.#later = requestIdleCallback((deadline) => {
      do this.#mark(figure.catchUp());
      while (figure.isOutdated && deadline.timeRemaining() > 4);
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

/** Some lines of a picture: as the library draws them now, and as the page shows them. */
interface Piece {
  readonly element: HTMLElement;
  readonly top: number;
  readonly bottom: number;
  /** `undefined` until the library has drawn them. */
  readonly lines: string | undefined;
  shown: string;
}

/** The lines of a piece. */
const LINES = 4;

/** The pieces of a new picture that are drawn before the page has seen which are visible. */
const FIRST_PIECES = 10;

/** The picture of one compiler. */
class Figure {
  readonly element: HTMLElement;
  readonly compiler: string;
  readonly #body: HTMLElement;
  readonly #observer: IntersectionObserver;
  readonly #legend = h("div", { class: "padstone" });
  /** The frame that is shown, its outline and width, the legend, and the dimensions of the pieces. */
  #frame = "";
  #outline = "";
  #width = 0;
  #legendShown = "";
  #dimensions = "";
  #pieces: readonly Piece[] = [];
  /** Cells that were redrawn and not prepared yet. */
  #unprepared: SVGGElement[] = [];

  constructor(compiler: string, observer: IntersectionObserver) {
    this.compiler = compiler;
    this.#observer = observer;
    this.#body = h("div", { class: "padstone", role: "group", "aria-label": `Bytes of the buffers under ${compiler}; a table with the same content follows` });
    this.element = h("figure", { "data-compiler": compiler }, this.#body, this.#legend);
    arrows(this.element, ".cell");
  }

  get isComplete(): boolean {
    return this.#pieces.every((one) => one.lines !== undefined);
  }

  /** Whether known pieces are not drawn, or drawn cells not prepared. */
  get isOutdated(): boolean {
    return this.#unprepared.length > 0 || this.#pieces.some(isOutdated);
  }

  /** The indices of the pieces whose elements are selected. */
  indices(selects: (element: Element) => boolean): number[] {
    return this.#pieces.flatMap((one, index) => (selects(one.element) ? [index] : []));
  }

  /** Takes a drawing of some lines, and draws the visible pieces; returns the new cells. */
  update(drawing: string, lines: LineRange, visible: ReadonlySet<Element>): SVGGElement[] {
    const { frame, legend, grid, texts } = divide(drawing);
    const before = this.#pieces;
    this.#pieces = Array.from({ length: Math.ceil(grid.count / LINES) }, (_, index) => {
      const { element, shown } = before[index] ?? { element: this.#newPiece(), shown: "" };
      const [first, end] = [index * LINES, Math.min((index + 1) * LINES, grid.count)];
      const isDrawn = lines.first <= first && end <= lines.end;
      return { element, shown, top: grid.head + first * grid.line, bottom: grid.head + end * grid.line, lines: isDrawn ? texts[index] ?? "" : undefined };
    });
    before.slice(this.#pieces.length).forEach((one) => this.#observer.unobserve(one.element));
    if (frame + legend !== this.#frame) {
      this.#frame = frame + legend;
      this.#show(frame, legend);
    }
    const first = this.#pieces.slice(0, FIRST_PIECES).filter((one) => one.shown === "" && isOutdated(one));
    return [...this.#draw(first), ...this.drawVisible(visible)];
  }

  /** Draws the outdated pieces among the visible ones; returns the new cells. */
  drawVisible(visible: ReadonlySet<Element>): SVGGElement[] {
    return this.#draw(this.#pieces.filter((one) => isOutdated(one) && visible.has(one.element)));
  }

  /** Prepares redrawn cells, or draws another outdated piece; returns the new cells. */
  catchUp(): SVGGElement[] {
    if (this.#unprepared.length > 0) {
      this.#prepare(this.#unprepared.splice(0));
      return [];
    }
    return this.#draw(this.#pieces.filter(isOutdated).slice(0, 1));
  }

  #newPiece(): HTMLElement {
    const element = h("div", { class: "piece" });
    this.#observer.observe(element);
    return element;
  }

  /** Shows a frame with the pieces below it, and the legend below these. What stayed the same is not drawn again. */
  #show(frame: string, legend: string): void {
    const [outline, rules] = this.#pieces.length > 0 ? outlined(frame) : [frame, ""];
    const shown = this.#body.querySelector(".rules");
    if (outline === this.#outline && shown) shown.innerHTML = rules;
    else this.#showOutline(frame, outline);
    this.#arrange();
    if (legend !== this.#legendShown) this.#showLegend(legend);
  }

  #showOutline(frame: string, outline: string): void {
    this.#outline = outline;
    // The HTML parser takes a fraction of the time of the XML parser, which creates a separate document.
    const holder = h("div");
    holder.innerHTML = withoutStyle(frame);
    const svg = holder.firstElementChild as SVGSVGElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.#width = crop(svg, this.#pieces[0]?.top);
    this.#body.style.maxWidth = this.#legend.style.maxWidth = `${this.#width}px`;
    // Existing pieces are not moved: moving them would cost as much as drawing them.
    if (this.#body.firstElementChild) this.#body.firstElementChild.replaceWith(svg);
    else this.#body.append(svg);
    this.#prepare(svg.querySelectorAll(".cell"));
  }

  /** Gives each piece its place and size. */
  #arrange(): void {
    const [first, last] = [this.#pieces[0], this.#pieces.at(-1)];
    const dimensions = `${this.#width} ${first?.top} ${last?.bottom} ${this.#pieces.length}`;
    if (dimensions === this.#dimensions) return;
    this.#dimensions = dimensions;
    this.#pieces.forEach(({ element, top, bottom }) => {
      const height = bottom - top;
      element.style.aspectRatio = `${this.#width} / ${height}`;
      const svg = element.firstElementChild ?? element.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
      svg.setAttribute("viewBox", `0 ${top} ${this.#width} ${height}`);
    });
    while (this.#body.childElementCount > this.#pieces.length + 1) this.#body.lastElementChild?.remove();
    this.#body.append(...this.#pieces.slice(this.#body.childElementCount - 1).map((one) => one.element));
  }

  #showLegend(legend: string): void {
    this.#legendShown = legend;
    const [, left = 0, top = 0] = /<rect x="(\d+)" y="(\d+)"/.exec(legend)?.map(Number) ?? [];
    this.#legend.innerHTML = legend && `<svg viewBox="${left} ${top - 6} ${this.#width} 20">${legend}</svg>`;
  }

  #draw(pieces: readonly Piece[]): SVGGElement[] {
    return pieces.flatMap((piece) => {
      const svg = piece.element.firstElementChild;
      // The library escapes the text of a source, and the policy of the page forbids scripts in attributes.
      if (svg) svg.innerHTML = essential(piece.lines ?? "");
      const cells = [...piece.element.querySelectorAll<SVGGElement>(".cell")];
      if (piece.shown === "") this.#prepare(cells);
      else this.#unprepared.push(...cells);
      piece.shown = piece.lines ?? "";
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

function isOutdated(piece: Piece): boolean {
  return piece.lines !== undefined && piece.lines !== piece.shown;
}

/** The lines of a drawing: their number, the position of the first, and the height of each. */
interface Grid {
  readonly head: number;
  readonly line: number;
  readonly count: number;
}

/** A drawing in parts: its frame, its legend, and the text of the drawn pieces by index. A drawing of several buffers is one frame. */
function divide(drawing: string): { frame: string; legend: string; grid: Grid; texts: readonly string[] } {
  const grids = [...drawing.matchAll(/ data-head="(\d+)" data-line="(\d+)" data-lines="(\d+)">/g)];
  const [head = 0, line = 0, count = 0] = grids.length === 1 ? grids[0]?.slice(1).map(Number) ?? [] : [];
  if (count === 0) return { frame: drawing, legend: "", grid: { head, line, count }, texts: [] };
  const [frame, legend, pieces]: [string[], string[], string[][]] = [[], [], []];
  let piece: string[] | undefined;
  for (const text of drawing.split("\n")) {
    if (text.startsWith('<text class="gutter"')) {
      const y = Number(/ y="(\d+)"/.exec(text)?.[1] ?? head);
      piece = pieces[Math.floor((y - head) / line / LINES)] ??= [];
    }
    if (text.startsWith('<g class="key ')) legend.push(text);
    else if (piece && (text.startsWith('<g class="cell ') || text.startsWith('<text class="gutter"'))) piece.push(text);
    else frame.push(text);
  }
  const texts = Array.from(pieces, (lines) => lines?.join("\n") ?? "");
  return { frame: frame.join("\n"), legend: legend.join("\n"), grid: { head, line, count }, texts };
}

/** Rows without the titles of their cells and the attributes that the page does not read, which take a third of the time to draw: [`showTitle`] adds
 * the title of the cell below the pointer. */
function essential(lines: string): string {
  return lines.replace(/<title>[^<]*<\/title>| data-from="\d+" data-count="\d+"(?: data-registers="")?/g, "");
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

/** A frame without what changes with the size of the buffer, the heights and the text above the rows; and that text. */
function outlined(frame: string): [outline: string, rules: string] {
  let rules = "";
  const outline = frame.replace(/ (?:viewBox|height|data-lines)="[^"]*"/g, "").replace(/(<text class="rules"[^>]*>)([^<]*)/, (_, tag: string, text: string) => {
    rules = text;
    return tag;
  });
  return [outline, rules];
}

/** Removes the margins, and the title of a picture of one buffer, which the page shows next to it. Returns the remaining width; `svg` shows the part above `rows`. */
function crop(svg: SVGSVGElement, rows: number | undefined): number {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const grids = [...svg.querySelectorAll<SVGGElement>(":scope > g")];
  const [left, top] = (grids[0]?.getAttribute("transform") ?? "").match(/\d+/g)?.map(Number) ?? [];
  if (grids.length !== 1 || left === undefined || top === undefined) return width;
  const size = { width: width - 2 * left, height: height - top };
  svg.setAttribute("viewBox", `${x + left} ${y + top} ${size.width} ${rows ?? size.height}`);
  return size.width;
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
