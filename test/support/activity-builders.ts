import type { Activity, ActivityQuery, GroupEventKind } from "#shared/activity.ts";
import type { CorporationEventKind } from "#shared/corporations.ts";
import type { AccountEventKind } from "#shared/session.ts";
import { eventIdsFrom } from "#worker/activity/log.ts";
import { runBatch } from "#worker/db/batch.ts";
import { corporationEvents } from "#worker/db/schema/corporations.ts";
import { groupEvents } from "#worker/db/schema/groups.ts";
import { accountEvents } from "#worker/db/schema/accounts.ts";
import type { BuiltUser } from "./builders.ts";
import type { Muster } from "./harness.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_A_BATCH = 500;

let lastDay = Date.parse("2020-01-01");

/** A day long ago for one test alone: it finds what it wrote and nothing else. */
export function someDay() {
  lastDay += DAY_MS;
  const date = new Date(lastDay).toISOString().slice(0, 10);
  return { start: lastDay, query: { from: date, to: date } };
}

export type Written = { at: number } & (
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

/** Events, written straight to the logs. */
export async function writeEvents({ context: { db } }: Muster, events: Written[]) {
  const rows = events.map((event) => {
    const number = String(++sequence).padStart(6, "0");
    const common = { requestId: `request-${number}`, createdAt: new Date(event.at) };
    if (event.log === "accounts") {
      const { kind, subject } = event;
      return db
        .insert(accountEvents)
        .values({ ...common, id: number, kind, userId: subject.userId });
    }
    const id = `${eventIdsFrom(event.at)}${number}`;
    if (event.log === "corporations") {
      const { kind, actor, subject } = event;
      return db.insert(corporationEvents).values({
        ...common,
        id,
        kind,
        corporationId: 98_000_001,
        corporationName: "Sable Meridian",
        actorId: actor?.userId ?? null,
        actorName: actor?.mainCharacterName ?? null,
        characterId: subject?.mainCharacterId ?? null,
        characterName: subject?.mainCharacterName ?? null,
        detail: {},
      });
    }
    const { kind, group, actor, subject } = event;
    return db.insert(groupEvents).values({
      ...common,
      id,
      kind,
      groupId: group?.id ?? null,
      groupName: group?.name ?? null,
      actorId: actor?.userId ?? null,
      actorName: actor?.mainCharacterName ?? null,
      subjectId: subject?.userId ?? null,
      subjectName: subject?.mainCharacterName ?? null,
      detail: {},
    });
  });
  for (let from = 0; from < rows.length; from += ROWS_A_BATCH) {
    await runBatch(db, rows.slice(from, from + ROWS_A_BATCH));
  }
}

/** Every page, one after the other. */
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
