import {
  ANSWER_MAX_LENGTH,
  answersSchema,
  isAnswerTo,
  isBlank,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  OPTION_MAX_LENGTH,
  QUESTION_MAX_LENGTH,
  saveFormSchema,
} from "#shared/groups/forms.ts";
import type { Answer, Answers, FormContent, Question } from "#shared/groups/forms.ts";
import { toLine, toParagraphs } from "#shared/text.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { cut } from "./community.ts";
import type { MovedGroup, MovedQuestion } from "./community.ts";

/**
 * The form of a moved group. It asks for no section of a sheet: pilots have shared none in Muster. Questions that Muster's
 * limits leave no room for are reported.
 */
export function planForm(
  { name, questions = [], place }: Pick<MovedGroup, "name" | "questions" | "place">,
  report: Report,
): FormContent | null {
  const asked = questions.slice(0, MAX_QUESTIONS).flatMap((question) => toQuestion(question));
  let form = formOf(asked);
  while (form === undefined && asked.length > 0) {
    asked.pop();
    form = formOf(asked);
  }
  const left = questions.length - asked.length;
  if (left > 0) {
    const reason = `${left} of its ${questions.length} questions are left out: a form in Muster has at most ${MAX_QUESTIONS} questions and 16 KB.`;
    report.push({ outcome: "changed", what: "form", name, place, reason });
  }
  return asked.length === 0 ? null : (form ?? null);
}

/** Undefined if it breaks Muster's rules. */
function formOf(questions: Question[]): FormContent | undefined {
  const form = { introduction: null, questions, sections: [], whose: "main", shareDays: 0 };
  const saved = saveFormSchema.safeParse({ version: null, form, reviewerGroupId: null });
  return saved.data?.form ?? undefined;
}

/** A question whose choices Muster cannot offer is answered in words. */
function toQuestion({ id, kind, text, help, options, isRequired }: MovedQuestion): Question[] {
  const title = toLine(text);
  if (title === "") return [];
  const withHelp = help && toLine(help) !== "" ? `${title} (${toLine(help)})` : title;
  const isWhole = Array.from(withHelp).length <= QUESTION_MAX_LENGTH;
  const asked = { id, text: cut(isWhole ? withHelp : title, QUESTION_MAX_LENGTH), isRequired };
  const offered = [...new Set(options.map(toLine))].filter((option) => option !== "");
  const isOffered =
    offered.length >= 2 &&
    offered.length <= MAX_OPTIONS &&
    offered.every((option) => Array.from(option).length <= OPTION_MAX_LENGTH);
  switch (kind) {
    case "text":
    case "yes_no":
      return [{ kind, ...asked }];
    case "choice":
    case "choices":
      return [isOffered ? { kind, ...asked, options: offered } : { kind: "text", ...asked }];
  }
}

/** What a request answers to the form. `refuse` is told what is lost. */
export function planAnswers(
  { questions }: FormContent,
  given: Map<string, string>,
  refuse: (reason: string) => void,
): Answers {
  const answers: Answers = {};
  for (const question of questions) {
    const text = toParagraphs(given.get(question.id) ?? "");
    if (text === "") continue;
    const answer = toAnswer(question, text);
    if (isBlank(answer) || !isAnswerTo(question, answer)) {
      refuse(`Its answer to \u201C${question.text}\u201D is none of the choices.`);
      continue;
    }
    if (typeof answer === "string" && answer.length < text.length && question.kind === "text") {
      refuse(
        `Its answer to \u201C${question.text}\u201D is cut after ${ANSWER_MAX_LENGTH} letters.`,
      );
    }
    const all = { ...answers, [question.id]: answer };
    if (answersSchema.safeParse(all).success) answers[question.id] = answer;
    else refuse(`Its answer to \u201C${question.text}\u201D is left out: all have 16 KB at most.`);
  }
  const ids = new Set(questions.map(({ id }) => id));
  const lost = [...given.keys()].filter((id) => !ids.has(id)).length;
  if (lost > 0) refuse(`${lost} of its answers belong to questions that the form does not ask.`);
  return answers;
}

function toAnswer(question: Question, text: string): Answer | undefined {
  switch (question.kind) {
    case "choices":
      return [...new Set(text.split("\n").map(toLine))].filter((option) => option !== "");
    case "yes_no":
      return YES_NO.get(text.toLowerCase());
    case "choice":
      return toLine(text);
    case "number":
      return Number(text);
    case "link":
    case "text":
      return cut(text, ANSWER_MAX_LENGTH).trim();
  }
}

/** As PHP and people write them. */
const YES_NO = new Map([
  ["1", true],
  ["true", true],
  ["on", true],
  ["yes", true],
  ["0", false],
  ["false", false],
  ["off", false],
  ["no", false],
]);
