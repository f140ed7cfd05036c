import * as z from "zod/mini";
import type { MovedCommunity, MovedQuestion } from "#worker/ops/move-in/plan/community.ts";
import {
  eveIdColumn,
  flagColumn,
  handler,
  idColumn,
  intoList,
  intoMap,
  timeColumn,
} from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Placed, Report } from "#worker/ops/move-in/read/rows.ts";

/** The statuses that seat-hr is installed with, by their names. Others are an administrator's own. */
const WAITING = new Set(["pending", "in review"]);
const IN_REVIEW = "in review";

/** Each corporation that recruits becomes a group with a form; applications that wait, notes about them, and the blacklist. */
export function readHr(tables: HrTables, community: MovedCommunity, report: Report) {
  for (const [id, { corporation_id, accepting_applications, place }] of tables.corporations) {
    const name = tables.corporationNames.get(corporation_id);
    community.groups.set(groupKey(id), {
      name: `Applications${name === undefined ? "" : ` to ${name}`}`,
      description: null,
      visibility: "public",
      joinMode: accepting_applications ? "approval" : "invitation_only",
      questions: tables.corporationQuestions
        .filter((form) => form.corporation_id === id && form.active)
        .flatMap(({ question_id }) => questionOf(tables, question_id)),
      place,
    });
  }
  const waiting = readWaiting(tables, community, report);
  for (const { profile_id, place } of tables.notes) {
    if (waiting.has(profile_id)) continue;
    const name = nameOf(tables, community, profile_id);
    const reason =
      "It is about a user without an application that waits: Muster keeps notes with requests.";
    report.push({ outcome: "refused", what: "note", name, place, reason });
  }
  readBlacklist(tables, community, report);
}

function groupKey(id: string): string {
  return `hr ${id}`;
}

function nameOf({ profiles }: HrTables, { users }: MovedCommunity, profile: string): string {
  return users.get(profiles.get(profile) ?? "")?.name ?? `profile ${profile}`;
}

function questionOf({ questions }: HrTables, id: string): MovedQuestion[] {
  const found = questions.get(id);
  if (found === undefined || !found.active) return [];
  const kind = found.type === "boolean" ? "yes_no" : "text";
  return [{ id: `q${id}`, kind, text: found.name, help: null, options: [], isRequired: true }];
}

/** Returns the profiles with an application that waits. */
function readWaiting(tables: HrTables, community: MovedCommunity, report: Report): Set<string> {
  const { applications, applicationStatuses, statuses, answers, notes } = tables;
  const current = new Map(
    applicationStatuses
      .filter(({ active }) => active)
      .map((status) => [status.application_id, status]),
  );
  const answersOf = Map.groupBy(answers, ({ application_id }) => application_id);
  const notesOf = Map.groupBy(notes, ({ profile_id }) => profile_id);
  const waiting = new Set<string>();
  for (const { id, corporation_id, profile_id, created_at, place } of applications) {
    const name = nameOf(tables, community, profile_id);
    const tell = (outcome: "changed" | "refused", reason: string) =>
      report.push({ outcome, what: "application", name, place, reason });
    const status = statuses.get(current.get(id)?.status_id ?? "") ?? "pending";
    if (!WAITING.has(status)) {
      tell("refused", `Its status is \u201C${status}\u201D. Only applications that wait move.`);
      continue;
    }
    const inTalks = status === IN_REVIEW;
    if (inTalks) {
      const by = community.users.get(current.get(id)?.assigned_to ?? "")?.name;
      tell(
        "changed",
        `It is in talks${by === undefined ? "" : ` with ${by}`}. Choose who reviews in the form of the group.`,
      );
    }
    waiting.add(profile_id);
    community.requests.push({
      group: groupKey(corporation_id),
      user: tables.profiles.get(profile_id) ?? `profile ${profile_id}`,
      reason: null,
      createdAt: created_at,
      answers: new Map(
        (answersOf.get(id) ?? []).map(({ question_id, response }) => [`q${question_id}`, response]),
      ),
      inTalks,
      notes: (notesOf.get(profile_id) ?? []).map((note) => ({
        user: note.created_by,
        text: note.severity === "info" ? note.note : `[${note.severity}] ${note.note}`,
        createdAt: note.created_at,
        place: note.place,
      })),
      place,
    });
  }
  return waiting;
}

/** seat-hr lists users: each of their characters is refused. */
function readBlacklist(tables: HrTables, community: MovedCommunity, report: Report) {
  const charactersOf = Map.groupBy(community.characters, ({ user }) => user);
  for (const {
    profile_id,
    blacklisted_by: by,
    blacklisted_at: at,
    reason,
    place,
  } of tables.blacklists) {
    const own = charactersOf.get(tables.profiles.get(profile_id) ?? "") ?? [];
    if (own.length === 0) {
      const name = nameOf(tables, community, profile_id);
      const why = "It is about a user without characters in the export.";
      report.push({ outcome: "refused", what: "watchlist", name, place, reason: why });
    }
    const signed = [by.trim(), at?.slice(0, 10) ?? ""].filter((part) => part !== "").join(", ");
    for (const { id: eveId, name } of own) {
      community.watched.push({
        subject: "pilot",
        eveId,
        name: name || `Character ${eveId}`,
        level: "refuse",
        reason: signed === "" ? reason : `${reason}\n(${signed})`,
        place,
      });
    }
  }
}

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

export function emptyHrTables() {
  return {
    corporationNames: new Map<number, string>(),
    /** Users by profile. */
    profiles: new Map<string, string>(),
    corporations: new Map<string, Placed<typeof corporationSchema>>(),
    applications: [] as Placed<typeof applicationSchema>[],
    statuses: new Map<string, string>(),
    applicationStatuses: [] as Placed<typeof applicationStatusSchema>[],
    questions: new Map<string, Placed<typeof questionSchema>>(),
    corporationQuestions: [] as Placed<typeof corporationQuestionSchema>[],
    answers: [] as Placed<typeof answerSchema>[],
    notes: [] as Placed<typeof noteSchema>[],
    blacklists: [] as Placed<typeof blacklistSchema>[],
  };
}
type HrTables = ReturnType<typeof emptyHrTables>;

export function hrHandlers(tables: HrTables): Handlers {
  return {
    corporation_infos: handler(corporationNameSchema, ({ corporation_id, name }) => {
      tables.corporationNames.set(corporation_id, name);
    }),
    seat_hr_profiles: handler(profileSchema, ({ id, user_id }) => {
      tables.profiles.set(id, user_id);
    }),
    seat_hr_corporations: intoMap(corporationSchema, tables.corporations, ({ id }) => id),
    seat_hr_applications: intoList(applicationSchema, tables.applications),
    seat_hr_statuses: handler(statusSchema, ({ id, name }) => {
      tables.statuses.set(id, name);
    }),
    seat_hr_application_statuses: intoList(applicationStatusSchema, tables.applicationStatuses),
    seat_hr_questions: intoMap(questionSchema, tables.questions, ({ id }) => id),
    seat_hr_corporation_questions: intoList(corporationQuestionSchema, tables.corporationQuestions),
    seat_hr_answers: intoList(answerSchema, tables.answers),
    seat_hr_notes: intoList(noteSchema, tables.notes),
    seat_hr_blacklists: intoList(blacklistSchema, tables.blacklists),
  };
}
