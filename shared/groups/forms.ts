import { countSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { characterIdSchema } from "#shared/account/character.ts";
import { idSchema } from "#shared/page.ts";
import { optionalText, requiredLine, toParagraphs } from "#shared/text.ts";

// What a group asks of pilots who request to join. A request belongs to the version of the form that it answers.

export const MAX_QUESTIONS = 20;
export const MAX_OPTIONS = 12;
/** In UTF-8, as JSON: the form, and the answers to it. */
export const FORM_MAX_BYTES = 16 * 1024;
export const QUESTION_MAX_LENGTH = 300;
export const OPTION_MAX_LENGTH = 100;
export const ANSWER_MAX_LENGTH = 1000;
export const INTRODUCTION_MAX_LENGTH = 1000;
const LINK_MAX_LENGTH = 300;
/** How long sharing goes on after an approval, at most. */
export const MAX_SHARE_DAYS = 14;
/** Sharing ends this long after the request in any case. */
export const SHARE_DAYS = 30;
/** Answers and notes are deleted this long after the decision. */
export const KEPT_DAYS = 90;

/** Parts of a sheet that a form may ask for. */
export const sharedSectionSchema = z.enum([
  "skills",
  "training",
  "wallet",
  "assets",
  "corporationHistory",
]);
export type SharedSection = z.infer<typeof sharedSectionSchema>;

export const questionSchema = z.lazy(() => {
  const asked = {
    id: idSchema,
    text: requiredLine(
      english`Write the question`,
      QUESTION_MAX_LENGTH,
      english`A question must be ${QUESTION_MAX_LENGTH} characters or less`,
    ),
    isRequired: z.boolean(),
  };
  const options = z
    .array(
      requiredLine(
        english`Write each choice`,
        OPTION_MAX_LENGTH,
        english`A choice must be ${OPTION_MAX_LENGTH} characters or less`,
      ),
    )
    .check(
      z.minLength(2, english`Offer at least two choices`),
      z.maxLength(MAX_OPTIONS, english`Offer at most ${MAX_OPTIONS} choices`),
      z.refine((all) => new Set(all).size === all.length, english`The choices must differ`),
    );

  return z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), ...asked }),
    z.object({ kind: z.literal("choice"), ...asked, options }),
    z.object({ kind: z.literal("choices"), ...asked, options }),
    z.object({ kind: z.literal("number"), ...asked }),
    z.object({ kind: z.literal("yes_no"), ...asked }),
    z.object({ kind: z.literal("link"), ...asked }),
  ]);
});
export type Question = z.infer<typeof questionSchema>;
export type QuestionKind = Question["kind"];

export const formSchema = z.lazy(() =>
  z
    .object({
      introduction: optionalText(
        INTRODUCTION_MAX_LENGTH,
        english`The introduction must be ${INTRODUCTION_MAX_LENGTH} characters or less`,
      ),
      questions: z.array(questionSchema).check(
        z.maxLength(MAX_QUESTIONS, english`Ask at most ${MAX_QUESTIONS} questions`),
        z.refine(
          (all) => new Set(all.map(({ id }) => id)).size === all.length,
          english`Two questions have the same id`,
        ),
      ),
      sections: z
        .array(sharedSectionSchema)
        .check(
          z.refine((all) => new Set(all).size === all.length, english`A section is listed twice`),
        ),
      /** The sections of the main, or of all characters of the applicant. */
      whose: z.enum(["main", "all"]),
      /** How many days sharing goes on after an approval. */
      shareDays: z.int().check(z.gte(0), z.lte(MAX_SHARE_DAYS)),
    })
    .check(
      z.refine((form) => sizeOf(form) <= FORM_MAX_BYTES, english`The form must have at most 16 KB`),
    ),
);
export type FormContent = z.infer<typeof formSchema>;

/** `version`: the form that the editor began with, null for none. */
export const saveFormSchema = z.object({
  version: z.nullable(z.int()),
  form: z.nullable(formSchema),
  /** The members of this group review requests too. */
  reviewerGroupId: z.nullable(idSchema),
});
export type SaveForm = z.infer<typeof saveFormSchema>;

/** Stands for the id of a group whose members review requests, for readers who do not see that group: in answers and in inputs. */
export const UNSEEN_GROUP = "unseen";

/** The group whose members review requests. Readers who do not see it learn that there is one. */
const reviewerGroupSchema = z.strictObject({
  id: idSchema,
  name: z.nullable(z.string()),
  memberCount: z.nullable(countSchema),
});
export type ReviewerGroup = z.infer<typeof reviewerGroupSchema>;
const reviewerSchema = z.strictObject({
  userId: idSchema,
  mainCharacterId: z.nullable(z.int()),
  name: z.nullable(z.string()),
  role: z.enum(["owner", "admin"]),
});
export type Reviewer = z.infer<typeof reviewerSchema>;
/** The form of a group now, and who reads the answers to it. */
export const groupFormSchema = z.strictObject({
  version: z.nullable(countSchema),
  form: z.nullable(formSchema),
  reviewers: z.strictObject({
    managers: z.array(reviewerSchema),
    group: z.nullable(reviewerGroupSchema),
  }),
});
export type GroupForm = z.infer<typeof groupFormSchema>;

// ── Sharing ───────────────────────────────────────────────────────────────────────────────────

/** The characters whose section is shared, by section. */
export const sharingSchema = z.lazy(() =>
  z.object({
    /** The group whose members the pilot was told of as readers: they read nothing if another one reviews now. */
    reviewerGroupId: z.nullable(idSchema),
    sections: z
      .array(
        z.object({
          section: sharedSectionSchema,
          characterIds: z
            .array(characterIdSchema)
            .check(z.minLength(1, english`Choose a character`), z.maxLength(100)),
        }),
      )
      .check(
        z.refine(
          (all) => new Set(all.map(({ section }) => section)).size === all.length,
          english`A section is listed twice`,
        ),
      ),
  }),
);
export type Sharing = z.infer<typeof sharingSchema>;

export const lookSchema = z.object({ section: sharedSectionSchema });

// ── Answers ───────────────────────────────────────────────────────────────────────────────────

const answerSchema = z.union([
  z.string().check(z.overwrite(toParagraphs), z.maxLength(ANSWER_MAX_LENGTH)),
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(OPTION_MAX_LENGTH))).check(z.maxLength(MAX_OPTIONS)),
]);
/** By the id of the question. A question without an answer has no entry. */
export const answersSchema = z.lazy(() =>
  z
    .record(idSchema, answerSchema)
    .check(
      z.refine(
        (all) => sizeOf(all) <= FORM_MAX_BYTES,
        english`The answers must have at most 16 KB`,
      ),
    ),
);
export type Answer = z.infer<typeof answerSchema>;
export type Answers = z.infer<typeof answersSchema>;

/** Ids are the caller's: `constructor` and the like are those of any object. */
export function answerTo({ id }: Pick<Question, "id">, answers: Answers): Answer | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** The first question whose answer is missing or is none, and an answer to no question. */
export function problemOf(
  { questions }: Pick<FormContent, "questions">,
  answers: Answers,
): { problem: "missing" | "invalid"; question: Question } | { problem: "unknown" } | undefined {
  for (const question of questions) {
    const answer = answerTo(question, answers);
    if (isBlank(answer)) {
      if (question.isRequired) return { problem: "missing", question };
    } else if (!isAnswerTo(question, answer)) return { problem: "invalid", question };
  }
  const ids = new Set(questions.map(({ id }) => id));
  return Object.keys(answers).some((id) => !ids.has(id)) ? { problem: "unknown" } : undefined;
}

export function isBlank(answer: Answer | undefined): answer is undefined {
  if (typeof answer === "string") return answer.trim() === "";
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

export function isAnswerTo(question: Question, answer: Answer): boolean {
  switch (question.kind) {
    case "text":
      return typeof answer === "string";
    case "choice":
      return typeof answer === "string" && question.options.includes(answer);
    case "choices":
      return (
        Array.isArray(answer) &&
        new Set(answer).size === answer.length &&
        answer.every((option) => question.options.includes(option))
      );
    case "number":
      return typeof answer === "number" && Number.isFinite(answer);
    case "yes_no":
      return typeof answer === "boolean";
    case "link":
      return typeof answer === "string" && isLink(answer);
  }
}

function isLink(text: string): boolean {
  return (
    text.length <= LINK_MAX_LENGTH && /^https?:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/i.test(text)
  );
}

/** Bytes of UTF-8. */
function sizeOf(value: unknown): number {
  let size = 0;
  for (const character of JSON.stringify(value)) {
    const code = character.codePointAt(0) ?? 0;
    size += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return size;
}
