import { answerTo, isAnswerTo } from "#shared/groups/forms.ts";
import type { Answer, Answers, FormContent, Question } from "#shared/groups/forms.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import type { Chosen } from "./sharing-fields.tsx";

/** What a pilot has written and not sent: it stays on the device, also without a connection. */
export type Draft = { answers: Answers; chosen: Chosen };

/** Without the version of the form: a changed form keeps the answers to its unchanged questions. */
const keyOf = (userId: string, groupId: string) => `muster.apply.${userId}.${groupId}`;

export function readDraft(userId: string, groupId: string): Draft {
  return readStoredJson("local", keyOf(userId, groupId), { answers: {}, chosen: {} });
}

/** Null forgets it. False if the device keeps nothing. */
export function keepDraft(userId: string, groupId: string, draft: Draft | null): boolean {
  return writeStored("local", keyOf(userId, groupId), draft && JSON.stringify(draft));
}

/** The answers that the questions of now can show. */
export function answersTo({ questions }: Pick<FormContent, "questions">, given: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = shownAnswer(question, answerTo(question, given));
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );
}

function shownAnswer(question: Question, answer: Answer | undefined): Answer | undefined {
  if (answer === undefined) return undefined;
  // A link that is still being typed.
  if (question.kind === "link") return typeof answer === "string" ? answer : undefined;
  const shown =
    question.kind === "choices" && Array.isArray(answer)
      ? answer.filter((option) => question.options.includes(option))
      : answer;
  return isAnswerTo(question, shown) ? shown : undefined;
}
