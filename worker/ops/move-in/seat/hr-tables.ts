import * as z from "zod/mini";
import { eveIdColumn, flagColumn, idColumn, timeColumn } from "#worker/ops/move-in/read/columns.ts";
import { handler } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers } from "#worker/ops/move-in/read/rows.ts";

// The columns that Muster reads of seat-hr 1 and 2.

const corporationNameSchema = z.object({ corporation_id: eveIdColumn, name: z.string() });
const profileSchema = z.object({ id: idColumn, user_id: idColumn });
const corporationSchema = z.object({
  id: idColumn,
  corporation_id: eveIdColumn,
  accepting_applications: flagColumn,
});
const applicationSchema = z.object({
  id: idColumn,
  corporation_id: idColumn,
  profile_id: idColumn,
  created_at: timeColumn,
});
const statusSchema = z.object({ id: idColumn, name: z.string() });
const applicationStatusSchema = z.object({
  application_id: idColumn,
  status_id: idColumn,
  assigned_to: z._default(z.nullable(idColumn), null),
  active: flagColumn,
});
const questionSchema = z.object({
  id: idColumn,
  name: z.string(),
  type: z.enum(["boolean", "date", "datetime", "string", "text"]),
  active: flagColumn,
});
const corporationQuestionSchema = z.object({
  corporation_id: idColumn,
  question_id: idColumn,
  active: flagColumn,
});
const answerSchema = z.object({
  application_id: idColumn,
  question_id: idColumn,
  response: z.string(),
});
const noteSchema = z.object({
  profile_id: idColumn,
  created_by: idColumn,
  severity: z._default(z.string(), "info"),
  note: z.string(),
  created_at: timeColumn,
});
const blacklistSchema = z.object({
  profile_id: idColumn,
  blacklisted_by: z._default(z.string(), ""),
  blacklisted_at: z._default(z.nullable(z.string()), null),
  reason: z._default(z.string(), ""),
});

type Placed<Schema extends z.ZodMiniType> = z.output<Schema> & { place: string };

export function emptyHrTables() {
  return {
    corporationNames: new Map<number, string>(),
    /** Users by profile. */
    profiles: new Map<string, string>(),
    corporations: new Map<string, Placed<typeof corporationSchema>>(),
    applications: [] as Placed<typeof applicationSchema>[],
    statuses: new Map<string, string>(),
    applicationStatuses: [] as z.output<typeof applicationStatusSchema>[],
    questions: new Map<string, z.output<typeof questionSchema>>(),
    corporationQuestions: [] as z.output<typeof corporationQuestionSchema>[],
    answers: [] as z.output<typeof answerSchema>[],
    notes: [] as Placed<typeof noteSchema>[],
    blacklists: [] as Placed<typeof blacklistSchema>[],
  };
}
export type HrTables = ReturnType<typeof emptyHrTables>;

export function hrHandlers(tables: HrTables): Handlers {
  return {
    corporation_infos: handler(corporationNameSchema, ({ corporation_id, name }) => {
      tables.corporationNames.set(corporation_id, name);
    }),
    seat_hr_profiles: handler(profileSchema, ({ id, user_id }) => {
      tables.profiles.set(id, user_id);
    }),
    seat_hr_corporations: handler(corporationSchema, (row, place) => {
      tables.corporations.set(row.id, { ...row, place });
    }),
    seat_hr_applications: handler(applicationSchema, (row, place) => {
      tables.applications.push({ ...row, place });
    }),
    seat_hr_statuses: handler(statusSchema, ({ id, name }) => {
      tables.statuses.set(id, name);
    }),
    seat_hr_application_statuses: handler(applicationStatusSchema, (row) => {
      tables.applicationStatuses.push(row);
    }),
    seat_hr_questions: handler(questionSchema, (row) => {
      tables.questions.set(row.id, row);
    }),
    seat_hr_corporation_questions: handler(corporationQuestionSchema, (row) => {
      tables.corporationQuestions.push(row);
    }),
    seat_hr_answers: handler(answerSchema, (row) => {
      tables.answers.push(row);
    }),
    seat_hr_notes: handler(noteSchema, (row, place) => {
      tables.notes.push({ ...row, place });
    }),
    seat_hr_blacklists: handler(blacklistSchema, (row, place) => {
      tables.blacklists.push({ ...row, place });
    }),
  };
}
