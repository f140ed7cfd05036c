import * as z from "zod/mini";
import type { Roster, RosterPage } from "#shared/corporations/roster.ts";
import type { RosterDrift } from "#shared/corporations/drift.ts";
import { REVIEW_ANSWERS } from "./review-answers.ts";
import { count, id, NOTHING, orNull, when } from "./shapes.ts";

const roster: z.ZodMiniType<Roster> = z.strictObject({
  corporation: z.strictObject({ corporationId: z.int(), name: z.string(), ticker: z.string() }),
  source: z.enum(["list", "sign_ins"]),
  members: count,
  registered: count,
  lost: count,
  joined: count,
  left: count,
  former: count,
  asOf: orNull(when),
  nextDue: orNull(when),
  renewedAt: orNull(when),
  isReading: z.boolean(),
  doubtfulCount: orNull(count),
  hasTracking: z.boolean(),
  hasRoles: z.boolean(),
  titles: z.array(z.strictObject({ titleId: z.int(), name: z.string() })),
  history: z.array(z.strictObject({ day: z.iso.date(), members: count, registered: count })),
  settings: orNull(
    z.strictObject({
      group: orNull(z.strictObject({ groupId: id, name: z.string() })),
      readsRoles: z.boolean(),
      canReadRoles: z.boolean(),
      canReadTitles: z.boolean(),
      canReadLists: z.boolean(),
    }),
  ),
});

const members: z.ZodMiniType<RosterPage> = z.strictObject({
  items: z.array(
    z.strictObject({
      characterId: z.int(),
      name: orNull(z.string()),
      isCeo: z.boolean(),
      registration: orNull(
        z.strictObject({
          userId: orNull(id),
          token: z.enum(["ok", "unknown", "revoked", "none"]),
          main: orNull(z.strictObject({ characterId: z.int(), name: z.string() })),
          discordName: orNull(z.string()),
          groupCount: count,
        }),
      ),
      lastOnlineAt: orNull(when),
      joinedAt: orNull(when),
      roles: z.array(z.string()),
      titles: z.array(z.string()),
      left: orNull(z.strictObject({ at: when, how: z.enum(["left", "kicked", "unknown"]) })),
      followed: orNull(
        z.strictObject({
          removed: count,
          inGrace: count,
          graceEndsAt: orNull(when),
          held: count,
          sessions: count,
          discordRoles: count,
        }),
      ),
    }),
  ),
  nextCursor: orNull(z.string()),
  total: orNull(count),
  counts: orNull(
    z.strictObject({
      missing: count,
      lost: count,
      offline: count,
      noDiscord: count,
      risk: count,
    }),
  ),
});

const person = z.strictObject({ characterId: z.int(), name: orNull(z.string()) });
const cause = z.enum(["missing", "lost", "former"]);

const drift: z.ZodMiniType<RosterDrift> = z.strictObject({
  items: z.array(
    z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("roles"),
        person,
        cause,
        roles: z.array(z.string()),
        lastOnlineAt: orNull(when),
        granted: orNull(z.strictObject({ by: person, at: when })),
      }),
      z.strictObject({ kind: z.literal("kick_waits"), person, cause, until: when }),
      z.strictObject({
        kind: z.literal("title"),
        titleId: z.int(),
        title: z.string(),
        count,
        people: z.array(person),
      }),
      z.strictObject({
        kind: z.literal("access_list"),
        listId: z.int(),
        name: z.string(),
        count,
        people: z.array(z.extend(person, { leftAt: when })),
        allowsEveryone: z.boolean(),
        isWide: z.boolean(),
      }),
    ]),
  ),
  rolesReadAt: orNull(when),
  titlesReadAt: orNull(when),
  listsReadAt: orNull(when),
});

export const ROSTER_ANSWERS: Record<string, z.ZodMiniType> = {
  ...REVIEW_ANSWERS,
  "GET /api/rosters/:id": roster,
  "GET /api/rosters/:id/members": members,
  "GET /api/rosters/:id/drift": drift,
  "POST /api/rosters/:id/read": NOTHING,
  "PUT /api/rosters/:id": NOTHING,
};
