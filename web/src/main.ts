// The page: a user action creates a new state, a state is translated into requests to the library, and the answers are displayed.

import { type Diagnostic as Mark } from "@codemirror/lint";

import { Engine } from "./engine/client.ts";
import { type Answer, type Ask, type Compared, type Diagnostic, type Edit, type Layout, type OptimizeAnswer, answerOf } from "./engine/protocol.ts";
import { decode, encode, toBase64 } from "./link.ts";
import { PRESETS } from "./presets.ts";
import { FIRST, SUGGESTED, type SourceFile, type State, languageOf } from "./state.ts";
import { byId, h, prose } from "./ui/dom.ts";
import { Editor } from "./ui/editor.ts";
import { Picture, type LineRange } from "./ui/picture.ts";
import { problems } from "./ui/problems.ts";
import { table } from "./ui/table.ts";
import { tabs } from "./ui/tabs.ts";

type Panel = "table" | "order" | "host" | "repair";

/** Host languages, as the library's `emit` names them. */
const HOSTS = ["rust", "c", "cpp", "python", "typescript"] as const;

let state: State = FIRST;
let active = FIRST.files[0]?.name ?? "";
let buffer = "";
let panel: Panel = "table";
let host: string = HOSTS[0];
/** The compiler of the host code; the first one, if it is not among those that are shown. */
let hostCompiler = "";
let chosen: { path: string; offset: number } | undefined;
let layouts: readonly Layout[] = [];
let found: readonly Diagnostic[] = [];

const engine = new Engine((message) => status(`padstone could not start: ${message}`));
const editor = new Editor(byId("editor"), {
  changed(text) {
    if (text === fileNamed(active)?.text) return;
    state = { ...state, files: state.files.map((file) => (file.name === active ? { ...file, text } : file)) };
    void refresh();
  },
  moved: (position) => void lookAt(position),
});
const picture = new Picture(byId("pictures"), (cell) => void select(cell));
const narrow = matchMedia("(max-width: 560px)");
/** Whether source and layout are one below the other. */
const stacked = matchMedia("(max-width: 860px)");

// ---- state -----------------------------------------------------------------------------------------------------------

function fileNamed(name: string): SourceFile | undefined {
  return state.files.find((file) => file.name === name);
}

function open(next: State, look = ""): void {
  state = next;
  active = next.files[0]?.name ?? "";
  buffer = look;
  chosen = undefined;
  editor.forget();
  byId<HTMLInputElement>("options").value = next.options;
  showFiles();
  showCompilers();
  void refresh();
}

function activate(name: string): void {
  active = name;
  showFiles();
  diagnose();
}

function setFiles(files: readonly SourceFile[], then: string): void {
  const language = languageOf(files[0]?.name ?? "");
  const changed = language !== languageOf(state.files[0]?.name ?? "");
  state = { ...state, files, compilers: changed ? SUGGESTED[language] ?? state.compilers : state.compilers };
  active = then;
  showFiles();
  showCompilers();
  void refresh();
}

// ---- requests and answers --------------------------------------------------------------------------------------------

function request(ask: Ask["ask"], more: Partial<Ask> = {}): Ask {
  const args = state.options.split(/\s+/).filter((word) => word !== "");
  // The library finds other files of a program by their names, through includes and imports.
  return { ask, files: state.files.slice(0, 1).map((file) => file.name), args, compilers: state.compilers, positions: "utf16", ...more };
}

function pictureOf(compiler: string, lines?: LineRange): Ask {
  const range = lines ? { firstLine: lines.first, endLine: lines.end } : {};
  return request("picture", { compilers: [compiler], buffer, rowBytes: narrow.matches ? 8 : 16, ...range });
}

/** The maximum time between two keystrokes of a reader who types, in milliseconds. */
const TYPING = 200;

/** The number of updates so far: answers to requests of earlier updates are dropped. */
let rounds = 0;

async function refresh(): Promise<void> {
  const round = ++rounds;
  const { compilers, files } = state;
  let took = 0;
  // Requests the pictures of the selected buffer first, because all other output takes longer.
  if (buffer !== "") {
    picture.pause();
    const lines = picture.visibleLines;
    const drawn = await engine.ask("picture", files, compilers.map((one) => pictureOf(one, lines)));
    if (!drawn || round !== rounds) return;
    took = drawn.took;
    showPictures(drawn.answers, lines);
    // While the reader types, the next keystroke needs the library.
    if (!picture.isComplete) setTimeout(() => void completePictures(round), TYPING);
  }
  const done = await engine.ask("show", files, [request("layout"), request("compare"), ...panelRequests()]);
  if (!done || round !== rounds) return;
  const [layout, compared, forPanel] = done.answers;
  if (layout?.answer === "error") {
    byId("problems").replaceChildren(h("li", { class: "error" }, h("p", {}, layout.message)));
    status("The pictures show the last valid source.");
    return;
  }
  layouts = answerOf(layout, "layout")?.layouts ?? [];
  found = layout?.diagnostics ?? [];
  if (chooseBuffer()) return void refresh();
  if (buffer === "") picture.show([]);
  showProblems(layout);
  showVerdict(compared);
  showTable();
  showPanel(forPanel);
  status(`Answered in ${(took || done.took).toFixed(1)} ms on your machine. The source stays in this page.`);
}

/** Requests the lines that are out of sight. */
async function completePictures(round: number): Promise<void> {
  if (round !== rounds) return;
  const drawn = await engine.ask("picture", state.files, state.compilers.map((one) => pictureOf(one)));
  if (drawn && round === rounds) showPictures(drawn.answers);
}

function showPictures(answers: readonly Answer[], lines?: LineRange): void {
  const drawings = state.compilers.flatMap((compiler, index) => {
    const drawn = answerOf(answers[index], "picture");
    return drawn ? [{ compiler, svg: drawn.svg }] : [];
  });
  // Deselects a buffer that no compiler has.
  if (drawings.length > 0) picture.show(drawings, lines);
}

function panelRequests(): Ask[] {
  switch (panel) {
    case "table": return [];
    case "order": return buffer === "" ? [] : [request("optimize", { buffer })];
    case "host": return buffer === "" ? [] : [request("emit", { output: host, settings: [["buffers", buffer]], compilers: [compilerOfHost()] })];
    case "repair": return [request("compare", { fix: true })];
  }
}

function compilerOfHost(): string {
  return state.compilers.includes(hostCompiler) ? hostCompiler : state.compilers[0] ?? "";
}

/** Keeps the selected buffer, also one without a layout in a source with errors, or selects the first one. Returns whether the selection changed. */
function chooseBuffer(): boolean {
  const names = [...new Set(layouts.filter((one) => one.kind !== "struct").map((one) => one.name))];
  const all = names.length > 0 ? names : [...new Set(layouts.map((one) => one.name))];
  if (buffer !== "" && !all.includes(buffer) && found.some((one) => one.severity === "error")) all.push(buffer);
  const select = byId<HTMLSelectElement>("buffer");
  select.replaceChildren(...all.map((name) => h("option", { value: name }, name)));
  const before = buffer;
  if (!all.includes(buffer)) buffer = all[0] ?? "";
  select.value = buffer;
  return before !== buffer && buffer !== "";
}

function sides(): (Layout | undefined)[] {
  return state.compilers.map((compiler) => layouts.find((one) => one.name === buffer && (one.profile === compiler || one.rules === compiler)));
}

async function select(cell: { path: string; offset: number; note?: string; isPadding?: boolean; compiler?: string; size?: number }): Promise<void> {
  chosen = { path: cell.path, offset: cell.offset };
  picture.choose(chosen);
  const side = layouts.find((one) => one.name === buffer && (one.profile === cell.compiler || one.rules === cell.compiler)) ?? sides().find(Boolean);
  const plain = cell.path.replace(/\[[^\]]*\]/g, "");
  const member = side?.members.find((one) => one.path === cell.path) ?? side?.members.find((one) => one.path.replaceAll("[]", "") === plain);
  // On one column, the reason is what the reader looks for.
  const scrolls = !stacked.matches;
  if (member?.span) {
    if (member.span.file !== active && fileNamed(member.span.file)) activate(member.span.file);
    if (member.span.file === active) editor.mark({ from: member.span.start, to: member.span.end }, scrolls);
  } else editor.mark(undefined);
  showTable();
  if (cell.isPadding || !member) {
    details(cell.isPadding ? `Padding, bytes ${cell.offset} to ${cell.offset + (cell.size ?? 0)}` : cell.path, cell.note ?? "");
    return;
  }
  const done = await engine.ask("ask", state.files, [request("explain", { path: explained(member.path) })]);
  if (!done) return;
  const found = answerOf(done.answers[0], "explain");
  details(`${buffer}.${cell.path}`, found ? found.explanations.map((one) => one.text).join("\n") : message(done.answers[0]));
}

/** The path of a member in a request: that of the first array element if the buffer is an array. */
function explained(path: string): string {
  const inside = path.replaceAll("[]", "[0]");
  return inside.startsWith("[") ? `${buffer}${inside}` : `${buffer}.${inside}`;
}

/** Marks the bytes of the member at the cursor. */
async function lookAt(position: number): Promise<void> {
  const done = await engine.ask("ask", state.files, [request("at", { file: active, position })]);
  const at = answerOf(done?.answers[0], "at");
  const use = at?.uses.find((one) => one.buffer === buffer) ?? at?.uses[0];
  if (!use) return;
  if (use.buffer !== buffer && layouts.some((one) => one.name === use.buffer && one.kind !== "struct")) {
    buffer = use.buffer;
    await refresh();
  }
  chosen = { path: use.path ?? "", offset: use.offset };
  picture.choose(chosen);
  showTable();
}

function apply(edits: readonly Edit[]): void {
  const files = state.files.map((file) => {
    // From the last edit to the first, so that no edit moves another.
    const own = edits.filter((edit) => edit.span.file === file.name).sort((a, b) => b.span.start - a.span.start);
    const text = own.reduce((text, edit) => text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end), file.text);
    return { ...file, text };
  });
  const text = files.find((file) => file.name === active)?.text;
  state = { ...state, files };
  if (text !== undefined) editor.replace(text);
  // The button is gone.
  editor.focus();
  void refresh();
}

// ---- display ---------------------------------------------------------------------------------------------------------

function status(text: string): void {
  byId("status").textContent = text;
}

function showFiles(): void {
  const list = byId("files");
  list.replaceChildren(...state.files.map((file, index) => h("button", {
    type: "button", role: "tab", id: `file-${index}`, "aria-controls": "editor", "aria-selected": String(file.name === active),
    tabindex: file.name === active ? "0" : "-1", "data-name": file.name,
  }, file.name)));
  const file = fileNamed(active);
  editor.show(active, file?.binary ? `// ${active}: a compiled module, without source text` : file?.text ?? "");
}

function showCompilers(): void {
  byId("compilers").replaceChildren(...state.compilers.map((name) => h("li", {}, name,
    h("button", { type: "button", "aria-label": `Remove ${name}`, click: () => {
      if (state.compilers.length === 1) return status("Keep at least one compiler.");
      state = { ...state, compilers: state.compilers.filter((one) => one !== name) };
      showCompilers();
      void refresh();
    } }, "×"))));
}

function showProblems(answer: Answer | undefined): void {
  byId("problems").replaceChildren(...problems(found, answer && answer.answer !== "error" ? answer.missing : [], {
    show(file, start) {
      if (file !== active && fileNamed(file)) activate(file);
      if (file === active) editor.select(start);
    },
    apply,
    add(name) {
      if (!fileNamed(name)) setFiles([...state.files, { name, text: "" }], name);
      editor.focus();
    },
  }));
  diagnose();
}

function diagnose(): void {
  editor.diagnose(found.flatMap((one): Mark[] => {
    if (one.span?.file !== active) return [];
    const severity = one.severity === "note" ? "info" : one.severity;
    const actions = (one.fixes ?? []).map((fix) => ({ name: fix.title, apply: () => apply(fix.edits) }));
    return [{ from: one.span.start, to: Math.max(one.span.end, one.span.start), severity, message: `${one.code}: ${one.message}`, actions }];
  }));
}

function showVerdict(answer: Answer | undefined): void {
  const compared = answerOf(answer, "compare")?.compared.find((one) => one.name === buffer);
  const isMissing = buffer !== "" && !layouts.some((one) => one.name === buffer);
  const verdict = byId("verdict");
  verdict.hidden = !isMissing && (!compared || state.compilers.length < 2);
  if (verdict.hidden) return;
  const sizes = new Set(compared?.sides.map((side) => side.size));
  // A compiler that does not lay out the buffer differs from the others.
  const agrees = compared && compared.diverging.length === 0 && sizes.size === 1 && compared.sides.length === state.compilers.length;
  verdict.className = agrees ? "verdict agrees" : "verdict differs";
  const text = !compared ? `\`${buffer}\` has errors and is not laid out: see Problems.`
    : agrees ? `All ${state.compilers.length} compilers lay out \`${buffer}\` identically.` : difference(compared);
  verdict.replaceChildren(...prose(text));
}

/** How the compilers differ: in the strides or sizes of a member, if these move its parts first, and in the offsets of members. */
function difference(compared: Compared): string {
  type Place = Compared["diverging"][number]["places"][number];
  const under = (list: readonly (string | undefined)[]) =>
    list.map((text, index) => `${text ?? "nowhere"} under ${compared.sides[index]?.profile}`).join(", ");
  const differ = (places: readonly Place[], value: (place: Place) => unknown) => new Set(places.map(value)).size > 1;
  if (compared.sides.length < state.compilers.length) return `Not every compiler lays out ${buffer}: see Problems.`;
  const [diverging] = compared.diverging;
  const moved = compared.diverging.find((one) => differ(one.places, (place) => place?.offset));
  const offsets = moved && `the offsets differ from \`${moved.path}\` on: ${under(moved.places.map((place) => (place ? `byte ${place.offset}` : undefined)))}.`;
  if (diverging && diverging !== moved) {
    const path = diverging.path ? `of \`${diverging.path}\`` : "of the elements";
    const stride = (place: Place) => place?.stride ?? place?.matrixStride;
    const parts = differ(diverging.places, stride)
      ? `The strides ${path} differ: ${under(diverging.places.map((place) => `${stride(place) ?? "none"}`))}`
      : `The sizes, types or majornesses ${path} differ`;
    return `${parts}; ${offsets ?? "all members have the same offsets."}`;
  }
  if (offsets) return `T${offsets.slice(1)}`;
  return `All members have the same offsets, but the sizes differ: ${under(compared.sides.map((side) => `${side.size} bytes`))}.`;
}

function showTable(): void {
  const element = table(sides(), state.compilers, (path, offset) => void select({ path, offset }));
  for (const row of element.querySelectorAll<HTMLElement>("tr[data-path]")) row.classList.toggle("chosen", row.dataset["path"] === chosen?.path);
  byId("table").replaceChildren(element);
}

function details(title: string, text: string): void {
  const element = byId("details");
  element.replaceChildren(h("h3", {}, title), h("pre", { tabindex: "0", "aria-label": "Reasons" }, text));
  if (stacked.matches) element.scrollIntoView({ block: "nearest" });
}

function showPanel(answer: Answer | undefined): void {
  const element = byId(`panel-${panel}`);
  if (panel === "order") {
    const best = answerOf(answer, "optimize");
    element.replaceChildren(
      ...(best ? [h("p", {}, summary(best)), h("pre", { tabindex: "0", "aria-label": "Changes" }, best.patch)] : [h("p", {}, message(answer))]),
      ...(best && best.change.length > 0 ? [h("div", { class: "bar" }, h("button", { type: "button", class: "primary", click: () => apply(best.change) }, "Reorder the members"))] : []));
  } else if (panel === "host") {
    const text = answerOf(answer, "emit")?.text ?? message(answer);
    const choice = h("select", { id: "host", change: () => {
      host = byId<HTMLSelectElement>("host").value;
      void refresh();
    } }, ...HOSTS.map((name) => h("option", { value: name }, name)));
    choice.value = host;
    const compilers = h("select", { id: "host-compiler", change: () => {
      hostCompiler = byId<HTMLSelectElement>("host-compiler").value;
      void refresh();
    } }, ...state.compilers.map((name) => h("option", { value: name }, name)));
    compilers.value = compilerOfHost();
    const button = h("button", { type: "button", click: () => void copyFrom(button, text, "Copied the host code.") }, "Copy");
    element.replaceChildren(
      h("div", { class: "bar" }, h("label", { for: "host" }, "Language"), choice, h("label", { for: "host-compiler" }, "for"), compilers, button),
      h("pre", { tabindex: "0", "aria-label": "Host code" }, text));
  } else if (panel === "repair") {
    const compared = answerOf(answer, "compare");
    const repair = compared?.repair;
    const change = repair?.change ?? [];
    element.replaceChildren(
      h("pre", { tabindex: "0", "aria-label": "Comparison" }, compared ? compared.text : message(answer)),
      ...(repair ? [h("ul", {}, ...repair.steps.map((step) => h("li", {}, step)), ...(repair.unrepaired ?? []).map((one) => h("li", {}, `${one.name}: ${one.why}`)))] : []),
      ...(change.length > 0 ? [h("div", { class: "bar" }, h("button", { type: "button", class: "primary", click: () => apply(change) }, "Apply these edits"))] : []));
  }
}

function summary(best: OptimizeAnswer): string {
  const sides = best.sides.map((side) => (side.after < side.before ? `${side.before - side.after} bytes fewer under ${side.profile} (${side.after} instead of ${side.before})` : `${side.before} bytes under ${side.profile} are already the minimum`));
  const order = `Order: ${best.order.join(", ")}.`;
  return `${sides.join("; ")}. ${best.change.length > 0 ? order : ""} ${best.refused ?? ""}`;
}

function message(answer: Answer | undefined): string {
  if (buffer === "") return "There is no buffer and no struct.";
  return answer?.answer === "error" ? answer.message : "No result: see Problems.";
}

/** Copies a text, and shows that on the button: the status may be out of sight. */
async function copyFrom(button: HTMLElement, text: string, confirmation: string): Promise<void> {
  if (!(await copy(text, confirmation))) return;
  const label = button.textContent;
  button.textContent = label === "Copy" ? "Copied" : "Link copied";
  setTimeout(() => (button.textContent = label), 2000);
}

/** Returns whether that was possible. */
async function copy(text: string, confirmation: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    status(confirmation);
    return true;
  } catch {
    status("The browser does not allow this page to copy; select the text instead.");
    return false;
  }
}

// ---- user actions ----------------------------------------------------------------------------------------------------

tabs(byId("files"), (tab) => activate(tab.dataset["name"] ?? active));
tabs(byId("panels"), (tab) => {
  panel = tab.id.replace("tab-", "") as Panel;
  if (panel !== "table") byId(`panel-${panel}`).replaceChildren(h("p", {}, panel === "repair" ? "Searching for edits…" : "Computing…"));
  void refresh();
});
byId("options").addEventListener("input", (event) => {
  state = { ...state, options: (event.target as HTMLInputElement).value.trim() };
  void refresh();
});
byId("buffer").addEventListener("change", (event) => {
  buffer = (event.target as HTMLSelectElement).value;
  chosen = undefined;
  void refresh();
});
byId("add-compiler").addEventListener("change", (event) => {
  const select = event.target as HTMLSelectElement;
  if (select.value && !state.compilers.includes(select.value)) state = { ...state, compilers: [...state.compilers, select.value] };
  select.value = "";
  showCompilers();
  void refresh();
});
byId("add").addEventListener("click", () => void named("New file", "File name", `common${state.files.length}.hlsli`, (name) =>
  setFiles([...state.files, { name, text: "" }], name)));
byId("rename").addEventListener("click", () => void named("Rename", "New name", active, (name) =>
  setFiles(state.files.map((file) => (file.name === active ? { ...file, name } : file)), name)));
byId("remove").addEventListener("click", () => {
  if (state.files.length === 1) return status("Keep at least one file.");
  const rest = state.files.filter((file) => file.name !== active);
  setFiles(rest, rest[0]?.name ?? "");
});
byId("pick").addEventListener("click", () => byId<HTMLInputElement>("picker").click());
byId("picker").addEventListener("change", (event) => void take((event.target as HTMLInputElement).files));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files ?? null);
});
byId("share").addEventListener("click", () => void share());
byId("save").addEventListener("click", () => void save());
byId("presets").addEventListener("click", showPresets);
narrow.addEventListener("change", () => void refresh());
addEventListener("hashchange", () => void fromLink());

async function take(list: FileList | null): Promise<void> {
  const taken = await Promise.all([...(list ?? [])].map(async (file): Promise<SourceFile> => {
    if (languageOf(file.name) === "spv") return { name: file.name, text: toBase64(new Uint8Array(await file.arrayBuffer())), binary: true };
    return { name: file.name, text: await file.text() };
  }));
  const first = taken[0];
  if (!first) return;
  const names = new Set(taken.map((file) => file.name));
  // A file with missing includes stays the unit; otherwise the dropped file becomes the unit.
  const wanted = found.some((one) => one.code === "P0101");
  const rest = state.files.filter((file) => !names.has(file.name));
  setFiles(wanted ? [...rest, ...taken] : [...taken, ...rest.filter((file) => languageOf(file.name) === languageOf(first.name) && first.binary !== true)], first.name);
}

async function share(): Promise<void> {
  const fragment = await encode(state);
  history.replaceState(null, "", `#${fragment}`);
  await copyFrom(byId("share"), location.href, "Copied the link. It contains the files and settings; no server stores them.");
}

async function save(): Promise<void> {
  if (buffer === "") return status("There is nothing to save: no buffer has a layout.");
  const done = await engine.ask("ask", state.files, [request("picture", buffer ? { buffer } : {})]);
  const drawn = answerOf(done?.answers[0], "picture");
  if (!drawn) return;
  const address = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
  h("a", { href: address, download: `${buffer || "layout"}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function named(title: string, label: string, value: string, done: (name: string) => void): Promise<void> {
  const input = h("input", { type: "text", id: "name", value, class: "mono" });
  const form = h("form", { method: "dialog" },
    h("h2", { id: "dialog-title" }, title), h("p", { class: "bar" }, h("label", { for: "name" }, label), input),
    h("div", { class: "bar" }, h("button", { class: "primary", value: "ok" }, title), h("button", { value: "" }, "Cancel")));
  if ((await dialog(form)) !== "ok") return;
  const name = input.value.trim();
  if (name === "" || (name !== active && fileNamed(name))) return status(name === "" ? "A file needs a name." : `A file ${name} already exists.`);
  done(name);
}

function showPresets(): void {
  const list = h("ul", { class: "presets" }, ...PRESETS.map((preset) => h("li", {}, h("button", { value: preset.id }, preset.title, h("small", {}, preset.why)))));
  void dialog(h("form", { method: "dialog" }, h("h2", { id: "dialog-title" }, "Examples"), list, h("div", { class: "bar" }, h("button", { value: "" }, "Close")))).then((id) => {
    const preset = PRESETS.find((one) => one.id === id);
    if (preset) open(preset, preset.buffer);
  });
}

function dialog(content: HTMLElement): Promise<string> {
  const element = byId<HTMLDialogElement>("dialog");
  element.returnValue = "";
  element.replaceChildren(content);
  element.showModal();
  return new Promise((resolve) => element.addEventListener("close", () => resolve(element.returnValue), { once: true }));
}

// ---- the start -------------------------------------------------------------------------------------------------------

async function fromLink(): Promise<void> {
  try {
    const linked = await decode(location.hash);
    if (linked) open(linked);
    notice("");
  } catch (error) {
    notice(`${error instanceof Error ? error.message : String(error)}; the page shows the example instead`);
  }
}

/** Shows what went wrong with the address, until the next one. */
function notice(text: string): void {
  const element = byId("notice");
  element.hidden = text === "";
  element.textContent = text.slice(0, 1).toUpperCase() + text.slice(1);
}

const KEPT = "padstone";

/** The state before the page was reloaded, which the browser keeps for this tab alone. */
function keptState(): State | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const text = navigation?.type === "reload" ? sessionStorage.getItem(KEPT) : null;
  return text ? (JSON.parse(text) as State) : undefined;
}

addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify(state)));

async function listCompilers(): Promise<void> {
  const done = await engine.ask("ask", state.files, [request("compilers")]);
  const all = answerOf(done?.answers[0], "compilers")?.compilers ?? [];
  byId("add-compiler").replaceChildren(h("option", { value: "" }, "Add a compiler or rule set…"), ...all.map((one) => h("option", { value: one.name }, `${one.name}: ${one.summary}`)));
}

const parameters = new URLSearchParams(location.search);
if (parameters.has("embed")) {
  document.documentElement.classList.add("embed");
  const link = byId<HTMLAnchorElement>("open");
  link.hidden = false;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void encode(state).then((fragment) => window.open(`${location.pathname}#${fragment}`, "_blank", "noopener"));
  });
}
const preset = PRESETS.find((one) => one.id === parameters.get("example"));
if (parameters.has("example") && !preset) notice(`there is no example \`${parameters.get("example")}\`; the page shows the first one instead`);
const kept = keptState();
if (kept) open(kept);
else if (preset) open(preset, preset.buffer);
else if (location.hash) {
  open(FIRST);
  await fromLink();
} else open(FIRST);
await listCompilers();

