// The library's diagnostics as a list, with its fixes as buttons.

import type { Diagnostic, Edit, Missing } from "../engine/protocol.ts";
import { h, prose } from "./dom.ts";

export interface ProblemEvents {
  /** Shows the source of a problem. */
  show(file: string, start: number): void;
  apply(edits: readonly Edit[]): void;
  /** Adds an empty file with one of the names at which padstone looked for an include. */
  add(name: string): void;
}

/** The maximum number of listed problems. */
const LISTED = 50;

export function problems(found: readonly Diagnostic[], missing: readonly Missing[], events: ProblemEvents): HTMLElement[] {
  // Missing files have buttons instead.
  const others = missing.length > 0 ? found.filter((one) => one.code !== "P0101") : found;
  const list = others.slice(0, LISTED).map((one) => problem(one, events));
  const wanted = missing.map((one) => h("li", { class: "note" },
    h("p", {}, h("b", {}, "missing"), `: `, h("code", {}, one.written), " is included, but the page has no such file. "),
    h("span", { class: "bar" }, ...one.tried.slice(0, 3).map((name) => h("button", { type: "button", click: () => events.add(name) }, `Add ${name}`)))));
  if (others.length > LISTED) list.push(h("li", {}, h("p", {}, `and ${others.length - LISTED} more`)));
  if (list.length + wanted.length === 0) return [h("li", {}, h("p", {}, "None."))];
  return [...wanted, ...list];
}

function problem(one: Diagnostic, events: ProblemEvents): HTMLElement {
  const span = one.span;
  const message = span
    ? h("button", { type: "button", class: "path", click: () => events.show(span.file, span.start) }, ...prose(one.message))
    : h("span", {}, ...prose(one.message));
  return h("li", { class: one.severity },
    h("p", {}, h("b", {}, one.severity), ` ${one.code}: `, message),
    ...(one.notes ?? []).map((text) => h("p", {}, "note: ", ...prose(text))),
    ...(one.helps ?? []).map((text) => h("p", {}, "help: ", ...prose(text))),
    ...(one.fixes ?? []).map((fix) =>
      h("button", { type: "button", class: "fix", click: () => events.apply(fix.edits) }, fix.applicability === "machine-applicable" ? `Fix: ${fix.title}` : `Try: ${fix.title}`)));
}
