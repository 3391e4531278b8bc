// The contents of the pictures as a table: a row for each member and each padding, a column for each compiler.

import type { Layout, Member, Padding } from "../engine/protocol.ts";
import { h } from "./dom.ts";

interface Row {
  readonly path: string;
  readonly type: string;
  readonly cells: (Member | undefined)[];
}

/** The maximum number of rows of a table; the picture and the other outputs have no such limit. */
const ROWS = 2000;

export function table(sides: readonly (Layout | undefined)[], compilers: readonly string[], choose: (path: string, offset: number) => void): HTMLElement {
  const rows = new Map<string, Row>();
  sides.forEach((side, index) => {
    for (const member of side?.members ?? []) {
      let row = rows.get(member.path);
      if (!row) rows.set(member.path, (row = { path: member.path, type: member.type, cells: sides.map(() => undefined) }));
      row.cells[index] = member;
    }
  });
  const first = sides.find((side) => side !== undefined);
  const head = h("tr", {}, h("th", { scope: "col" }, "Member"), h("th", { scope: "col" }, "Type"),
    ...compilers.map((name) => h("th", { scope: "col", class: "number" }, `Offset, size: ${name}`)));
  const body = [...rows.values()].slice(0, ROWS).map((row) => {
    const offsets = new Set(row.cells.map((cell) => (cell ? `${cell.offset},${cell.size}` : "")));
    return h("tr", { "data-path": row.path },
      h("td", {}, h("button", { type: "button", class: "path", click: () => choose(row.path, row.cells.find(Boolean)?.offset ?? 0) }, row.path)),
      h("td", { class: "mono" }, row.type),
      ...row.cells.map((cell) => h("td", { class: offsets.size > 1 ? "number differs" : "number" }, cell ? `${cell.offset}, ${cell.size ?? "?"}` : "none")));
  });
  const end = h("tr", {}, h("td", {}, "whole"), h("td", {}, first?.kind ?? ""),
    ...sides.map((side) => h("td", { class: "number" }, side ? `${side.size ?? "?"} bytes` : "none")));
  const parts = [
    h("table", {}, h("caption", {}, first ? `${first.kind} ${first.name}: offsets and sizes in bytes` : "No buffer"), h("thead", {}, head), h("tbody", {}, ...body, end)),
    ...sides.flatMap((side, index) => (side?.paddingRows?.length ? [padding(side.paddingRows, compilers[index] ?? "")] : [])),
  ];
  if (rows.size > ROWS) parts.push(h("p", { class: "status" }, `${rows.size - ROWS} more members are not in this table.`));
  return h("div", {}, ...parts);
}

function padding(list: readonly Padding[], compiler: string): HTMLElement {
  const rows = list.slice(0, ROWS).map((one) => h("tr", { class: "padding" },
    h("td", { class: "number" }, `${one.offset}`), h("td", { class: "number" }, `${one.size}`), h("td", {}, one.reason.text)));
  return h("table", {}, h("caption", {}, `Padding under ${compiler}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, "Offset"), h("th", { scope: "col", class: "number" }, "Bytes"), h("th", { scope: "col" }, "Why"))),
    h("tbody", {}, ...rows));
}
