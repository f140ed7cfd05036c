import { Hono } from "hono";
import { activityQuerySchema } from "#shared/events/activity.ts";
import { PAGE_SIZE } from "#shared/page.ts";
import type {
  AffiliationChange,
  ApplicationEventDetail,
  Changes,
  DiscordEventDetail,
} from "#shared/events/details.ts";
import { msg } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Activity } from "#shared/events/activity.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "./env.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { validate } from "#worker/http/validate.ts";
import { listActivity } from "#worker/audit/service.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";

export const activityRoutes = new Hono<App>()
  .get(
    "/activity",
    administrators({ reads: PRIMARY.administration }),
    validate("query", activityQuerySchema),
    async (c) => c.json(await listActivity(c.get("context"), c.req.valid("query"), PAGE_SIZE)),
  )
  .get(
    "/activity.csv",
    administrators({ reads: PRIMARY.administration }),
    validate("query", activityQuerySchema),
    async (c) => {
      const query = c.req.valid("query");
      const context = c.get("context");
      // `Link` leads to the rest (RFC 8288), which has no line of column names.
      const { exportedEvents } = BUDGETS[context.config.PLAN];
      const { items, nextCursor } = await listActivity(context, query, exportedEvents);
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", 'attachment; filename="muster-activity.csv"');
      if (nextCursor !== null) {
        const next = new URL(c.req.url);
        next.searchParams.set("cursor", nextCursor);
        c.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
      }
      if (query.cursor !== undefined) return c.body(toCsvLines(items));
      const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
      return c.body(toCsv(items, words));
    },
  );

type Cell = string | null | undefined;

/** What each log tells besides what all of them do. */
type Place = {
  subject?: Cell;
  subjectId?: Cell;
  group?: Cell;
  groupId?: Cell;
  category?: Cell;
  corporation?: Cell;
  server?: Cell;
  application?: Cell;
  detail?: Cell;
};

type Column = [head: Message, cell: (entry: Activity, place: Place) => Cell];

const COLUMNS: readonly Column[] = [
  [msg`Time (EVE)`, ({ createdAt }) => createdAt],
  [msg`Log`, ({ log }) => log],
  [msg`Event`, ({ kind }) => kind],
  [msg`Actor`, ({ actor }) => (actor === null ? "Muster" : actor.name)],
  [msg`Actor ID`, ({ actor }) => actor?.userId],
  [msg`Subject`, (_, { subject }) => subject],
  [msg`Subject ID`, (_, { subjectId }) => subjectId],
  [msg`Group`, (_, { group }) => group],
  [msg`Group ID`, (_, { groupId }) => groupId],
  [msg`Category`, (_, { category }) => category],
  [msg`Corporation`, (_, { corporation }) => corporation],
  [msg`Discord server`, (_, { server }) => server],
  [msg`Application`, (_, { application }) => application],
  [msg`Detail`, (_, { detail }) => detail],
  [msg`Request ID`, ({ requestId }) => requestId],
];

const encoder = new TextEncoder();

/**
 * One table for spreadsheets (RFC 4180), with the names of the columns. Encoded in two parts: the mark, which no Latin text has, would
 * make V8 hold all of the lines in twice the memory, and encode them in twice the time.
 */
function toCsv(entries: readonly Activity[], { say }: Words): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(CSV_MARK + toCsvLine(COLUMNS.map(([name]) => say(name))));
  const lines = encoder.encode(toCsvLines(entries));
  const table = new Uint8Array(head.length + lines.length);
  table.set(head);
  table.set(lines, head.length);
  return table;
}

/** What follows on the first page, which alone names the columns. */
function toCsvLines(entries: readonly Activity[]): string {
  let lines = "";
  for (const entry of entries) {
    const place = placeOf(entry);
    lines += toCsvLine(COLUMNS.map(([, cell]) => cell(entry, place) ?? ""));
  }
  return lines;
}

function placeOf(entry: Activity): Place {
  switch (entry.log) {
    case "groups":
      return {
        subject: entry.subject?.name,
        subjectId: entry.subject?.userId,
        group: entry.groupName,
        groupId: entry.groupId,
        category: entry.categoryName,
        detail: changesOf(entry.detail.changes) ?? termsOf(entry.detail),
      };
    case "accounts":
      return {
        subject: entry.subject.name,
        subjectId: entry.subject.userId,
        detail:
          movesOf(entry.affiliation) ??
          entry.characterName ??
          entry.discordName ??
          entry.groupName ??
          entry.suspension?.reason,
      };
    case "corporations":
      return {
        subject: entry.character?.characterName,
        subjectId: entry.character && String(entry.character.characterId),
        corporation: entry.corporationName,
        detail: changesOf(entry.detail.changes) ?? entry.detail.problem,
      };
    case "discord":
      return {
        subject: entry.subject?.name ?? entry.detail.discordName,
        subjectId: entry.subject?.userId,
        server: entry.serverName,
        detail: changesOf(entry.detail.changes) ?? rolesOf(entry.detail) ?? entry.detail.reason,
      };
    case "applications":
      return {
        subject: entry.subject?.name,
        subjectId: entry.subject?.userId,
        application: entry.applicationName,
        detail: changesOf(entry.detail.changes) ?? labelAndReason(entry.detail),
      };
  }
}

function labelAndReason({ label, reason }: ApplicationEventDetail): string {
  return [label, reason].filter((text) => text !== undefined).join(": ");
}

/** The name of the character is that of the subject's page; where it went is the news. */
function movesOf(change: AffiliationChange | null): string | undefined {
  if (change === null) return undefined;
  const [from, to] = [change.from, change.to].map((affiliation) =>
    affiliation === null
      ? "none"
      : [
          affiliation.corporationName ?? affiliation.corporationId,
          affiliation.allianceName ?? affiliation.allianceId,
        ]
          .filter((part) => part !== null)
          .join(", "),
  );
  return `${from} → ${to}`;
}

function rolesOf({ added = [], removed = [], nickname }: DiscordEventDetail): string | undefined {
  const cells = [
    ...added.map((role) => `+ ${role}`),
    ...removed.map((role) => `- ${role}`),
    ...(nickname === undefined ? [] : [`nickname: ${nickname}`]),
  ];
  return cells.length === 0 ? undefined : cells.join("; ");
}

function changesOf(changes: Changes<string> | undefined): string | undefined {
  if (changes === undefined) return undefined;
  const cells = Object.entries(changes).map(
    ([field, change]) => `${field}: ${change?.from ?? "none"} → ${change?.to ?? "none"}`,
  );
  return cells.length === 0 ? "changed back" : cells.join("; ");
}

type Terms = Extract<Activity, { log: "groups" }>["detail"];

function termsOf({ codeId, useLimit, expiresAt }: Terms): string | undefined {
  if (codeId === undefined) return undefined;
  // Only the event of a code's creation has terms.
  if (useLimit === undefined) return `code: ${codeId}`;
  return `code: ${codeId}; uses: ${useLimit ?? "no limit"}; expires: ${expiresAt ?? "never"}`;
}
