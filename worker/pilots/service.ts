import * as z from "zod/mini";
import { PILOTS_PER_PAGE, UNSEEN_DAYS } from "#shared/pilots/pilots.ts";
import type { PilotEntry, PilotQuery, Pilots, TokenMark } from "#shared/pilots/pilots.ts";
import { DAY_MS } from "#shared/time.ts";
import { suspensionOf } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { statementsFor } from "./list-store.ts";
import type { PilotRow } from "./list-store.ts";

const keyPart = z.union([z.string(), z.number()]);
const pilotKey = z.tuple([keyPart, keyPart]);
const NO_COUNTS = { lost: null, noDiscord: null, grace: null, unseen: null, suspended: null };

/** A page of users, found by any of their characters, in one round trip. */
export async function listPilots({ db, config }: Context, query: PilotQuery): Promise<Pilots> {
  const key = readCursor(query.cursor, pilotKey);
  const now = Date.now();
  const moment = { now, unseenBefore: now - UNSEEN_DAYS * DAY_MS };
  const adminIds = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const [found, [horizon], [counts], [corporation]] = await runBatch(
    db,
    statementsFor(query, key, moment, adminIds),
  );
  const page = found.slice(0, PILOTS_PER_PAGE);
  // If the page is not full, the next request continues where this one stopped looking.
  const last = found.length > PILOTS_PER_PAGE ? page.at(-1) : horizon;
  return {
    items: page.map((row) => ({ ...presentPilot(row, now), matchedAlt: row.matchedAlt })),
    nextCursor: last === undefined ? null : encodeCursor([last.k1, last.k2]),
    counts: counts ?? NO_COUNTS,
    corporationName: corporation?.name ?? null,
  };
}

type Shared = Omit<PilotRow, "matchedAlt" | "k1" | "k2">;

/** What the list and the page of a pilot show. */
export function presentPilot(row: Shared, now: number): Omit<PilotEntry, "matchedAlt"> {
  const { corporationId, graceEndsAt } = row;
  return {
    userId: row.userId,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.mainCharacterName,
    corporation: corporationId === null ? null : { corporationId, name: row.corporationName },
    tokens: toMarks(row.tokens),
    groupCount: row.groupCount,
    discordName: row.discordName,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    isAdmin: row.isAdmin === 1,
    suspension: suspensionOf(row, now),
    graceEndsAt: graceEndsAt === null ? null : new Date(graceEndsAt).toISOString(),
  };
}

const MARKS: readonly TokenMark[] = ["ok", "unknown", "revoked", "none"];

function toMarks(states: string | null): TokenMark[] {
  const all = states?.split(",") ?? [];
  return MARKS.flatMap((mark) => all.filter((state) => state === mark).map(() => mark));
}
