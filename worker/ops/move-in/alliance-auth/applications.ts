import * as z from "zod/mini";
import type { MovedCommunity, MovedQuestion } from "#worker/ops/move-in/plan/community.ts";
import { intoList, intoMap } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Placed, Report } from "#worker/ops/move-in/read/rows.ts";
import { flag, refKeySchema, refsSchema, text, timeSchema } from "./schemas.ts";
import type { Tables } from "./tables.ts";

// What Muster reads of hrapplications in Alliance Auth 4, and of hrapps, which succeeds it with the same fields.

/** The labels of these applications in Django. */
const APPLICATION_LABELS = ["hrapplications", "hrapps"] as const;
type Label = (typeof APPLICATION_LABELS)[number];

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

export function emptyApplicationTables() {
  return {
    questions: new Map<string, Placed<typeof questionSchema>>(),
    choices: [] as Placed<typeof choiceSchema>[],
    forms: new Map<string, Placed<typeof formSchema>>(),
    applications: [] as Placed<typeof applicationSchema>[],
    responses: [] as Placed<typeof responseSchema>[],
    comments: [] as Placed<typeof commentSchema>[],
  };
}
type ApplicationTables = ReturnType<typeof emptyApplicationTables>;

export function applicationHandlers(label: Label, tables: ApplicationTables): Handlers {
  return {
    [`${label}.applicationquestion`]: intoMap(questionSchema, tables.questions, ({ pk }) => pk),
    [`${label}.applicationchoice`]: intoList(choiceSchema, tables.choices),
    [`${label}.applicationform`]: intoMap(formSchema, tables.forms, ({ pk }) => pk),
    [`${label}.application`]: intoList(applicationSchema, tables.applications),
    [`${label}.applicationresponse`]: intoList(responseSchema, tables.responses),
    [`${label}.applicationcomment`]: intoList(commentSchema, tables.comments),
  };
}

/** Each form becomes a group that pilots request to join, and each application that waits becomes a request. */
export function readApplications(
  applications: Record<Label, ApplicationTables>,
  tables: Tables,
  community: MovedCommunity,
  report: Report,
) {
  for (const label of APPLICATION_LABELS) {
    const own = applications[label];
    for (const [key, { questions, corp, place }] of own.forms) {
      const corporation = tables.corporationNames.get(corp);
      community.groups.set(groupKey(label, key), {
        name: `Applications${corporation === undefined ? "" : ` to ${corporation}`}`,
        description: null,
        visibility: "public",
        joinMode: "approval",
        questions: questions.flatMap((question) => questionOf(own, question)),
        place,
      });
    }
    readWaiting(label, own, tables, community, report);
  }
}

function groupKey(label: string, form: string): string {
  return `${label} ${form}`;
}

function questionId(key: string): string {
  return `q${key.replaceAll(/[^\w-]/g, "")}`;
}

function questionOf({ questions, choices }: ApplicationTables, key: string): MovedQuestion[] {
  const found = questions.get(key);
  if (found === undefined) return [];
  const options = choices
    .filter(({ question }) => question === key)
    .map(({ choice_text }) => choice_text);
  return [
    {
      id: questionId(key),
      kind: options.length === 0 ? "text" : found.multi_select ? "choices" : "choice",
      text: found.title,
      help: found.help_text,
      options,
      // Alliance Auth accepts empty answers.
      isRequired: false,
    },
  ];
}

function readWaiting(
  label: Label,
  { applications, responses, comments }: ApplicationTables,
  tables: Tables,
  { requests }: MovedCommunity,
  report: Report,
) {
  const answersOf = Map.groupBy(responses, ({ application }) => application);
  const commentsOf = Map.groupBy(comments, ({ application }) => application);
  for (const { pk, form, user, approved, reviewer, created, place } of applications) {
    const key = tables.userKeys.get(user);
    const name = tables.users.get(key ?? "")?.username ?? user.slice(1);
    const tell = (outcome: "changed" | "refused", reason: string) =>
      report.push({ outcome, what: "application", name, place, reason });
    if (approved !== null) {
      tell(
        "refused",
        `It was ${approved ? "approved" : "rejected"}. Only applications that wait move.`,
      );
      continue;
    }
    if (reviewer != null) {
      const by = tables.users.get(tables.userKeys.get(reviewer) ?? "")?.username;
      tell(
        "changed",
        `It is in talks${by === undefined ? "" : ` with ${by}`}. Choose who reviews in the form of the group.`,
      );
    }
    requests.push({
      group: groupKey(label, form),
      user: key ?? user,
      reason: null,
      createdAt: created,
      answers: new Map(
        (answersOf.get(pk) ?? []).map(({ question, answer }) => [questionId(question), answer]),
      ),
      inTalks: reviewer != null,
      notes: (commentsOf.get(pk) ?? []).map((comment) => ({
        user: tables.userKeys.get(comment.user) ?? comment.user,
        text: comment.text,
        createdAt: comment.created,
        place: comment.place,
      })),
      place,
    });
  }
}
