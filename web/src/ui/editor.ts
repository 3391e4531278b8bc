// The editor of one file at a time: CodeMirror with the library's diagnostics.

import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, type StringStream, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { clike } from "@codemirror/legacy-modes/mode/clike";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { languageOf } from "../state.ts";

const words = (text: string) => Object.fromEntries(text.split(" ").map((word) => [word, true] as const));

const KEYWORDS = words(
  "alias break case cbuffer class column_major const const_assert continue default diagnostic discard do else enable enum export " +
    "extension extern flat fn for generic groupshared highp if import in inout interface layout let loop lowp mediump module " +
    "namespace out override packoffset precision public register requires return row_major shared static struct switch tbuffer " +
    "template this typedef typename uniform using var varying volatile where while",
);
const TYPES =
  /^(?:(?:bool|float|double|half|int|uint|dword|min(?:16|12|10)(?:float|int|uint)|(?:float|int|uint)(?:8|16|32|64)_t)(?:[1-4](?:x[1-4])?)?|[fiu](?:16|32)|[biud]?vec[2-4][fiuh]?|d?mat[2-4](?:x[2-4])?[fh]?|array|atomic|ptr|void|vector|matrix|(?:RW|Rasterizer\w*)?(?:Structured|ByteAddress)?Buffer|ConstantBuffer|ParameterBlock|(?:RW)?Texture\w+|texture_\w+|sampler\w*|Sampler\w*)$/;

const shader = StreamLanguage.define(
  clike({ name: "shader", keywords: KEYWORDS, types: (word: string) => TYPES.test(word), atoms: words("true false"), hooks: {
    "#": (stream: StringStream) => {
      stream.skipToEnd();
      return "meta";
    },
  } }),
);

// Colours are variables of style.css, which has a set for each theme with the contrast that WCAG requires.
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: "var(--code-type)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.meta, color: "var(--code-meta)" },
]);

const mark = StateEffect.define<{ from: number; to: number } | undefined>();

/** The source of the member that is selected in the picture. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const range = effect.value;
      return range && range.from < range.to ? Decoration.set(Decoration.mark({ class: "cm-member" }).range(range.from, range.to)) : Decoration.none;
    }
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface EditorEvents {
  /** Called before the editor shows the text. */
  changed(text: string): void;
  /** Called after the user moved the cursor; the position is in UTF-16 units from the start of the file. */
  moved(position: number): void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #label = new Compartment();
  readonly #extensions: Extension;
  readonly #states = new Map<string, EditorState>();
  #name = "";

  constructor(parent: HTMLElement, events: EditorEvents) {
    this.#extensions = [
      lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
      lintGutter(), marked, shader, syntaxHighlighting(colours), EditorState.tabSize.of(4),
      // Tab indents; Escape, then Tab leaves the editor, as CodeMirror recommends for keyboard users.
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
      this.#label.of([]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged && update.selectionSet && update.transactions.some((one) => one.isUserEvent("select"))) {
          events.moved(update.state.selection.main.head);
        }
      }),
    ];
    this.#view = new EditorView({
      parent,
      dispatchTransactions(transactions, view) {
        const last = transactions.findLast((one) => one.docChanged);
        // Before the editor draws the text, so that the library reads it at the same time.
        if (last) events.changed(last.newDoc.toString());
        view.update(transactions);
      },
    });
  }

  /** Shows a file. Restores its history and selection if its text has not changed since it was last shown. */
  show(name: string, text: string): void {
    if (this.#name !== "") this.#states.set(this.#name, this.#view.state);
    const before = this.#states.get(name);
    this.#name = name;
    this.#view.setState(before?.doc.toString() === text ? before : EditorState.create({ doc: text, extensions: this.#extensions }));
    this.#view.dispatch({ effects: this.#label.reconfigure(EditorView.contentAttributes.of({ "aria-label": `Source of ${name} (${languageOf(name)})` })) });
  }

  /** The files of another state are unrelated to those of this one. */
  forget(): void {
    this.#states.clear();
    this.#name = "";
  }

  diagnose(marks: readonly Mark[]): void {
    const end = this.#view.state.doc.length;
    const inside = marks.filter((one) => one.from <= end).map((one) => ({ ...one, to: Math.min(one.to, end) }));
    this.#view.dispatch(setDiagnostics(this.#view.state, inside));
  }

  focus(): void {
    this.#view.focus();
  }

  /** Marks a range, and scrolls to it if it is out of sight and `scrolls`. */
  mark(range: { from: number; to: number } | undefined, scrolls = true): void {
    const inside = range && range.to <= this.#view.state.doc.length ? range : undefined;
    const effects: StateEffect<unknown>[] = [mark.of(inside)];
    if (inside && scrolls) effects.push(EditorView.scrollIntoView(inside.from, { y: "nearest", yMargin: 40 }));
    this.#view.dispatch({ effects });
  }

  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, userEvent: "input.fix" });
  }

  select(position: number): void {
    this.#view.dispatch({ selection: { anchor: Math.min(position, this.#view.state.doc.length) }, scrollIntoView: true });
    this.#view.focus();
  }
}
