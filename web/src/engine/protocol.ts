// The library's questions and answers, as its package describes them.

import type { Answer } from "padstone";

export type { Answer, Ask, Compared, Diagnostic, Edit, Fix, Layout, Member, Missing, Optimum, Padding, Place, Reason, Repair, Use } from "padstone";

/** The answer, if it is of that kind. */
export function asked<K extends Answer["answer"]>(answer: Answer | undefined, kind: K): Extract<Answer, { answer: K }> | undefined {
  return answer?.answer === kind ? (answer as Extract<Answer, { answer: K }>) : undefined;
}
