// The library's requests and answers, as its package describes them.

import type { Answer as LibraryAnswer } from "padstone";

export type { Compared, Diagnostic, Edit, Layout, Member, Missing, OptimizeAnswer, Padding, PadstoneRequest as Ask } from "padstone";

/** An answer, or the reason why there is none: a file, compiler or buffer that does not exist. */
export type Answer = LibraryAnswer | { readonly answer: "error"; readonly message: string };

/** The answer, if it has that kind. */
export function answerOf<K extends Answer["answer"]>(answer: Answer | undefined, kind: K): Extract<Answer, { answer: K }> | undefined {
  return answer?.answer === kind ? (answer as Extract<Answer, { answer: K }>) : undefined;
}
