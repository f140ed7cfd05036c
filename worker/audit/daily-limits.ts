import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Config, DailyLimits } from "#worker/config.ts";
import { guarded, refuse } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import { nextQuotaReset } from "#worker/db/quota.ts";
import { users } from "#worker/db/schema/accounts.ts";
import type { EventKind } from "#worker/db/schema/audit.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

export type LimitedAct = keyof DailyLimits;

/** A system administrator may set up a whole community in one day. */
const ADMINISTRATORS_TIMES = 10;

/**
 * The limit that each event counts against. An event without an entry can repeat only after one that has an entry: a group
 * is deleted once, and only a member who has joined can leave. Events on administrators' pages count as edits.
 */
export const ACTS: Partial<Record<EventKind, LimitedAct>> = {
  group_created: "groups",
  group_updated: "edits",
  category_created: "edits",
  category_updated: "edits",
  category_deleted: "edits",
  corporation_added: "edits",
  corporation_updated: "edits",
  corporation_removed: "edits",
  director_added: "edits",
  director_updated: "edits",
  director_removed: "edits",
  user_suspended: "edits",
  sessions_revoked: "edits",
  requirements_updated: "edits",
  community_updated: "edits",
  approval_undone: "edits",
  rejection_undone: "edits",
  ownership_transferred: "roles",
  admin_appointed: "roles",
  admin_dismissed: "roles",
  member_joined: "joins",
  member_added: "edits",
  code_redeemed: "joins",
  invitation_accepted: "joins",
  request_made: "requests",
  invitation_sent: "invitations",
  code_created: "codes",
  character_linked: "links",
  character_confirmed: "links",
  character_acquired: "links",
  character_returned: "links",
  main_changed: "mains",
};

const WORDS: Record<LimitedAct, [done: (limit: number) => string, more: string]> = {
  groups: [(limit) => `created ${limit} groups`, "create more"],
  edits: [(limit) => `made ${limit} changes`, "make more"],
  roles: [(limit) => `changed ${limit} roles`, "change more"],
  joins: [(limit) => `joined ${limit} groups`, "join more"],
  requests: [(limit) => `requested to join ${limit} groups`, "request to join more"],
  invitations: [(limit) => `sent ${limit} invitations`, "send more"],
  codes: [(limit) => `created ${limit} invite codes`, "create more"],
  links: [(limit) => `linked characters or Discord ${limit} times`, "link more"],
  mains: [(limit) => `changed your main ${limit} times`, "change it again"],
  signIns: [(limit) => `signed in to applications ${limit} times`, "sign in to them again"],
  lookups: [(limit) => `opened ${limit} characters that were new here`, "open more"],
};

type Actor = { userId: string; isAdmin?: boolean };

/** The statement of `countAct` for an event; none if the event is not limited or has no user as its actor. */
export function countEvent(
  config: Config,
  { kind, actor }: { kind: EventKind; actor: Actor | string },
  applied: SQL,
): Statement[] {
  const act = ACTS[kind];
  if (act === undefined || typeof actor === "string") return [];
  return [countAct(config, actor, act, applied)];
}

/**
 * A statement that counts an act of the user, or several, if `applied` is true. It undoes its batch with a 429 above the
 * daily limit. The counts are in the user's row and replace those of an earlier day, so there is nothing to clean up.
 */
export function countAct(
  { DAILY_LIMITS }: Config,
  { userId, isAdmin = false }: Actor,
  act: LimitedAct,
  applied: SQL = sql`true`,
  times: SQL = sql`1`,
): Statement {
  const limit = DAILY_LIMITS[act] * (isAdmin ? ADMINISTRATORS_TIMES : 1);
  const refusal = { name: `daily-${act}`, error: () => limitReached(act, limit) };
  const today = new Date().toISOString().slice(0, 10);
  const path = `$.${act}`;
  const isToday = sql`${users.dailyActs} ->> '$.day' = ${today}`;
  const before = sql`case when ${isToday} then coalesce(${users.dailyActs} ->> ${path}, 0) else 0 end`;
  const counted = sql`json_set(
    case when ${isToday} then ${users.dailyActs} else json_object('day', ${today}) end,
    ${path}, case when ${before} + ${times} <= ${limit} then ${before} + ${times} else ${refuse(refusal)} end)`;
  return guarded(
    orm
      .update(users)
      .set({ dailyActs: counted })
      .where(and(eq(users.id, userId), applied)),
    refusal satisfies Refusal,
  );
}

function limitReached(act: LimitedAct, limit: number): ApiError {
  const [done, more] = WORDS[act];
  const now = Date.now();
  return new ApiError(
    "rate_limited",
    `You have ${done(limit)} today. You can ${more} after 00:00 UTC.`,
    { retryAfterSeconds: Math.ceil((nextQuotaReset(now) - now) / 1000) },
  );
}
