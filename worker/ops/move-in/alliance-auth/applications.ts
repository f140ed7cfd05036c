import type { Community, MovedQuestion } from "#worker/ops/move-in/plan/community.ts";
import type { Report } from "#worker/ops/move-in/read/report.ts";
import { APPLICATION_LABELS } from "./application-tables.ts";
import type { ApplicationTables } from "./application-tables.ts";
import type { Tables } from "./tables.ts";

/** Each form becomes a group that pilots request to join, and each application that waits becomes a request. */
export function readApplications(tables: Tables, community: Community, report: Report) {
  for (const label of APPLICATION_LABELS) {
    const own = tables.applications[label];
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
    readWaiting(label, tables, community, report);
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
  label: (typeof APPLICATION_LABELS)[number],
  tables: Tables,
  { requests }: Community,
  report: Report,
) {
  const { applications, responses, comments } = tables.applications[label];
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
