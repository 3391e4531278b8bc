// The library's picture (SVG), put into the page: its cells answer to the pointer and to the arrow keys.

import { h, rove } from "./dom.ts";

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
  readonly #selected: (cell: Cell) => void;
  #chosen: { path: string; offset: number } | undefined;
  #shown: readonly string[] = [];

  constructor(parent: HTMLElement, selected: (cell: Cell) => void) {
    this.#parent = parent;
    this.#selected = selected;
  }

  show(drawings: readonly Drawing[]): void {
    // What did not change stays, and with it the focus.
    if (drawings.length === this.#shown.length && drawings.every((one, index) => one.compiler + one.svg === this.#shown[index])) return;
    this.#shown = drawings.map((one) => one.compiler + one.svg);
    this.#parent.replaceChildren(...drawings.map((one) => this.#draw(one)));
    this.#highlight();
  }

  /** Marks the cells of a member in every picture; those of `a.b` are marked for `a` too. */
  choose(chosen: { path: string; offset: number } | undefined): void {
    this.#chosen = chosen;
    this.#highlight();
  }

  #draw(drawing: Drawing): HTMLElement {
    const parsed = new DOMParser().parseFromString(drawing.svg, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    crop(svg);
    svg.style.maxWidth = `${svg.viewBox.baseVal.width}px`;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `Bytes of the buffers under ${drawing.compiler}; a table with the same content follows`);
    for (const cell of svg.querySelectorAll<SVGGElement>(".cell")) {
      const read = cellOf(cell, drawing.compiler);
      cell.setAttribute("role", "button");
      const bytes = `${read.offset}..${read.offset + read.size}`;
      cell.setAttribute("aria-label", read.isPadding ? `${read.size} bytes of padding, ${bytes}: ${read.note}` : `${read.path}, bytes ${bytes}: ${read.note}`);
      cell.addEventListener("click", () => this.#selected(read));
      cell.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.#selected(read);
      });
    }
    rove(svg, ".cell");
    return h("figure", { "data-compiler": drawing.compiler }, svg);
  }

  #highlight(): void {
    const chosen = this.#chosen;
    for (const cell of this.#parent.querySelectorAll<SVGGElement>(".cell")) {
      const path = cell.dataset["path"];
      const same = chosen && (path ? belongs(path, chosen.path) : chosen.path === "" && Number(cell.dataset["offset"]) === chosen.offset);
      cell.classList.toggle("chosen", Boolean(same));
      cell.setAttribute("aria-pressed", String(Boolean(same)));
    }
  }
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
