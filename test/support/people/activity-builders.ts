import type { EventDetail } from "#shared/events/details.ts";
import type { Activity, ActivityQuery } from "#shared/events/activity.ts";
import type {
  AccountEventKind,
  CorporationEventKind,
  GroupEventKind,
} from "#shared/events/kinds.ts";
import { DAY_MS } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { runBatch } from "#worker/db/batch.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm } from "#worker/db/statements.ts";
import type { BuiltUser } from "./builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

const ROWS_A_BATCH = 500;

let lastDay = Date.parse("2020-01-01");

/** A day in the past for one test, which then finds only its own events. */
export function someDay() {
  lastDay += DAY_MS;
  const date = new Date(lastDay).toISOString().slice(0, 10);
  return { start: lastDay, query: { from: date, to: date } };
}

export type Written = { at: number; detail?: EventDetail } & (
  | {
      log: "groups";
      kind: GroupEventKind;
      actor?: BuiltUser;
      subject?: BuiltUser;
      group?: { id: string; name: string };
    }
  | { log: "accounts"; kind: AccountEventKind; subject: BuiltUser }
  | { log: "corporations"; kind: CorporationEventKind; actor?: BuiltUser; subject?: BuiltUser }
);

let sequence = 0;

/** Inserts events directly into the log. */
export async function writeEvents({ context: { db } }: Muster, events: Written[]) {
  const statements = events.map((event) => {
    const number = String(++sequence).padStart(6, "0");
    const { log, kind, at, subject } = event;
    const actor = log === "accounts" && kind !== "character_sold" ? subject : actorOf(event);
    return orm.insert(auditEvents).values({
      id: `${eventIdsFrom(at)}${number}`,
      log,
      kind,
      actorKind: actor === undefined ? "job" : "user",
      actorId: actor?.userId ?? null,
      actorName: actor?.mainCharacterName ?? null,
      subjectId: subject?.userId ?? null,
      subjectName: subject?.mainCharacterName ?? null,
      detail: event.detail ?? {},
      requestId: `request-${number}`,
      createdAt: new Date(at),
      ...(event.log === "groups" && {
        groupId: event.group?.id ?? null,
        groupName: event.group?.name ?? null,
      }),
      ...(event.log === "corporations" && {
        corporationId: 98_000_001,
        corporationName: "Sable Meridian",
        characterId: subject?.mainCharacterId ?? null,
        characterName: subject?.mainCharacterName ?? null,
      }),
    });
  });
  for (let from = 0; from < statements.length; from += ROWS_A_BATCH) {
    await runBatch(db, statements.slice(from, from + ROWS_A_BATCH));
  }
}

function actorOf(event: Written): BuiltUser | undefined {
  return event.log === "accounts" ? undefined : event.actor;
}

/** Reads every page. */
export async function readAllActivity(who: BuiltUser, given: ActivityQuery) {
  const items: Activity[] = [];
  let pages = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { ...given, ...(cursor !== undefined && { cursor }) };
    const page = await (await who.api.activity.$get({ query })).json();
    items.push(...page.items);
    pages += 1;
    cursor = page.nextCursor;
  }
  return { items, pages };
}
