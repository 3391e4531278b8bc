// The article: each preset with its explanation, a source to edit, and its pictures.

import { Engine } from "./engine/client.ts";
import { type Ask, answerOf } from "./engine/protocol.ts";
import { encode } from "./link.ts";
import { PRESETS, type Preset } from "./presets.ts";
import type { SourceFile } from "./state.ts";
import { byId, h } from "./ui/dom.ts";
import { Picture } from "./ui/picture.ts";

const narrow = matchMedia("(max-width: 860px)");
let engine: Engine | undefined;

/** Requests run one after another: the worker answers only the newest request of a lane. */
let turn: Promise<unknown> = Promise.resolve();

function ask(files: readonly SourceFile[], requests: readonly Ask[]) {
  engine ??= new Engine((message) => {
    byId("examples").prepend(h("p", { role: "alert" }, `padstone could not start: ${message}`));
  });
  const using = engine;
  const done = turn.then(() => using.ask("picture", files, requests));
  turn = done;
  return done;
}

function example(preset: Preset): HTMLElement {
  let files = preset.files;
  const pictures = h("div", { class: "pictures" });
  const details = h("p", { class: "status", role: "status" });
  const picture = new Picture(pictures, (cell) => {
    picture.choose(cell);
    details.textContent = `${cell.path || "padding"}, bytes ${cell.offset} to ${cell.offset + cell.size}: ${cell.note}`;
  });
  const refresh = async () => {
    const args = preset.options.split(" ").filter((word) => word !== "");
    const requests = preset.compilers.map((compiler): Ask => ({
      ask: "picture", files: files.slice(0, 1).map((file) => file.name), args, compilers: [compiler], positions: "utf16", rowBytes: narrow.matches ? 8 : 16,
    }));
    const answers = (await ask(files, requests))?.answers;
    if (!answers) return;
    picture.show(preset.compilers.flatMap((compiler, index) => {
      const drawn = answerOf(answers[index], "picture");
      return drawn ? [{ compiler, svg: drawn.svg }] : [];
    }));
    const problem = answers.flatMap((answer) => (answer.answer === "error" ? [] : answer.diagnostics)).find((one) => one.severity === "error");
    const failed = answers.find((answer) => answer.answer === "error");
    details.textContent = problem ? `${problem.code}: ${problem.message}` : failed?.answer === "error" ? failed.message : "";
  };
  const sources = preset.files.map((file, index) => {
    const source = h("textarea", { "aria-label": `Source of ${file.name}`, rows: String(file.text.split("\n").length), spellcheck: "false", wrap: "off", input: () => {
      files = files.map((one, at) => (at === index ? { ...one, text: source.value } : one));
      void refresh();
    } });
    source.value = file.text;
    return h("div", {}, preset.files.length > 1 && h("p", { class: "mono status" }, file.name), source);
  });
  const open = h("a", { href: "./" }, "Open in the editor");
  open.addEventListener("click", (event) => {
    event.preventDefault();
    void encode({ ...preset, files }).then((fragment) => location.assign(`./#${fragment}`));
  });
  const element = h("section", { id: preset.id, "aria-labelledby": `${preset.id}-title` },
    h("h2", { id: `${preset.id}-title` }, preset.title), h("p", {}, preset.why),
    h("div", { class: "example" }, h("div", {}, ...sources, open), h("div", {}, pictures, details)));
  // Computes an example only when the reader scrolls to it.
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    void refresh();
    narrow.addEventListener("change", () => void refresh());
  }, { rootMargin: "400px" });
  watch.observe(element);
  return element;
}

byId("examples").append(...PRESETS.map(example));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
