import * as z from "zod/mini";
import { handler } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers } from "#worker/ops/move-in/read/rows.ts";
import { flag, refKeySchema, refsSchema, text, timeSchema } from "./schemas.ts";

// What Muster reads of hrapplications in Alliance Auth 4, and of hrapps, which succeeds it with the same fields.

/** The labels of these applications in Django. */
export const APPLICATION_LABELS = ["hrapplications", "hrapps"] as const;

const questionSchema = z.object({
  pk: refKeySchema,
  title: z.string(),
  help_text: text,
  multi_select: flag,
});
const choiceSchema = z.object({ question: refKeySchema, choice_text: z.string() });
/** `questions` are in the order of the form. */
const formSchema = z.object({ pk: refKeySchema, questions: refsSchema, corp: refKeySchema });
const applicationSchema = z.object({
  pk: refKeySchema,
  form: refKeySchema,
  user: refKeySchema,
  /** Null while it waits. */
  approved: z._default(z.nullable(z.boolean()), null),
  reviewer: z.nullish(refKeySchema),
  created: timeSchema,
});
const responseSchema = z.object({
  question: refKeySchema,
  application: refKeySchema,
  answer: z.string(),
});
const commentSchema = z.object({
  application: refKeySchema,
  user: refKeySchema,
  text: z.string(),
  created: timeSchema,
});

type Placed<Schema extends z.ZodMiniType> = z.output<Schema> & { place: string };

export function emptyApplicationTables() {
  return {
    questions: new Map<string, z.output<typeof questionSchema>>(),
    choices: [] as z.output<typeof choiceSchema>[],
    forms: new Map<string, Placed<typeof formSchema>>(),
    applications: [] as Placed<typeof applicationSchema>[],
    responses: [] as z.output<typeof responseSchema>[],
    comments: [] as Placed<typeof commentSchema>[],
  };
}
export type ApplicationTables = ReturnType<typeof emptyApplicationTables>;

export function applicationHandlers(
  label: (typeof APPLICATION_LABELS)[number],
  tables: ApplicationTables,
): Handlers {
  return {
    [`${label}.applicationquestion`]: handler(questionSchema, (row) => {
      tables.questions.set(row.pk, row);
    }),
    [`${label}.applicationchoice`]: handler(choiceSchema, (row) => {
      tables.choices.push(row);
    }),
    [`${label}.applicationform`]: handler(formSchema, (row, place) => {
      tables.forms.set(row.pk, { ...row, place });
    }),
    [`${label}.application`]: handler(applicationSchema, (row, place) => {
      tables.applications.push({ ...row, place });
    }),
    [`${label}.applicationresponse`]: handler(responseSchema, (row) => {
      tables.responses.push(row);
    }),
    [`${label}.applicationcomment`]: handler(commentSchema, (row, place) => {
      tables.comments.push({ ...row, place });
    }),
  };
}
