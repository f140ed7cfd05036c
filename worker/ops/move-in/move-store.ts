import { and, eq, inArray, isNotNull, isNull, notExists, or, sql, not } from "drizzle-orm";
import { newEventId } from "#worker/audit/event-id.ts";
import { guard } from "#worker/db/batch.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { auditDigests, auditEvents, moveIns } from "#worker/db/schema/audit.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import {
  categories,
  groupMembers,
  groups,
  invitations,
  joinRequests,
} from "#worker/db/schema/groups.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { existsIn, orm, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { System } from "#worker/ops/move-in/plan/community.ts";
import type { Move } from "#worker/ops/move-in/plan/community.ts";

export type MoveRow = typeof moveIns.$inferSelect;

export function selectMoves() {
  const { id, system, state, startedAt, finishedAt } = moveIns;
  return rows({ id, system, state, startedAt, finishedAt }, (fields) =>
    orm.select(fields).from(moveIns),
  );
}

/** Begins a move, or again one that was undone. Leaves one alone that has begun. */
export function beginMove({ id, system, startedAt }: Move) {
  return orm
    .insert(moveIns)
    .values({ id, system, state: "applying", startedAt })
    .onConflictDoUpdate({
      target: moveIns.id,
      set: { state: "applying", startedAt, finishedAt: null },
      setWhere: eq(moveIns.state, "undone"),
    });
}

/** Undoes its batch if the move was finished or undone in the meantime, by another run of the command. */
export function requireApplying({ id }: Move) {
  return guard(sql`exists (select 1 from ${moveIns}
    where ${and(eq(moveIns.id, id), eq(moveIns.state, "applying"))})`);
}

export function finishMove({ id }: Move, now: Date) {
  return orm
    .update(moveIns)
    .set({ state: "applied", finishedAt: now })
    .where(and(eq(moveIns.id, id), eq(moveIns.state, "applying")));
}

/**
 * Statements that remove everything that a move has written. They undo their batch once a pilot of the move has signed in.
 * Everything that was written bears the time at which the move began.
 */
export function undoStatements(
  { id, startedAt }: Pick<MoveRow, "id" | "startedAt">,
  now: Date,
): Statement[] {
  const moved = orm.select({ id: users.id }).from(users).where(eq(users.createdAt, startedAt));
  const linked = orm
    .select({ id: characters.id })
    .from(characters)
    .where(eq(characters.linkedAt, startedAt));
  const ofDirectors = orm.select({ id: directors.characterId }).from(directors);
  const assigned = orm
    .select({ id: sql`${corporations.assignedCharacterId}` })
    .from(corporations)
    .where(isNotNull(corporations.assignedCharacterId));
  return [
    guard(isUntouched(startedAt)),
    // The fingerprints of sealed events stay, and say why there is no event.
    orm
      .update(auditDigests)
      .set({ salt: null, removedByMove: id })
      .where(
        inArray(
          auditDigests.seq,
          orm
            .select({ seq: auditEvents.seq })
            .from(auditEvents)
            .where(eq(auditEvents.requestId, id)),
        ),
      ),
    orm.delete(auditEvents).where(eq(auditEvents.requestId, id)),
    // Once it is sealed, it explains the fingerprints without events.
    orm.insert(auditEvents).values({
      id: newEventId(now.getTime()),
      log: "groups",
      kind: "community_move_undone",
      actorKind: "deployer",
      detail: {},
      requestId: id,
      createdAt: now,
    }),
    orm.delete(groups).where(eq(groups.createdAt, startedAt)),
    orm
      .delete(categories)
      .where(
        and(
          eq(categories.createdAt, startedAt),
          not(existsIn(groups, eq(groups.categoryId, categories.id))),
        ),
      ),
    // In groups that did not move: automatic enrolment, and invitations.
    orm.delete(groupMembers).where(inArray(groupMembers.userId, moved)),
    orm.delete(joinRequests).where(inArray(joinRequests.userId, moved)),
    orm.delete(invitations).where(inArray(invitations.inviteeId, moved)),
    orm.delete(watchEntries).where(eq(watchEntries.createdAt, startedAt)),
    orm.delete(discordAccounts).where(eq(discordAccounts.linkedAt, startedAt)),
    orm.delete(eveTokens).where(inArray(eveTokens.characterId, linked)),
    orm.update(users).set({ mainCharacterId: null }).where(eq(users.createdAt, startedAt)),
    // A director or an assigned character keeps its row without a user.
    orm
      .update(characters)
      .set({ userId: null, ownerHash: null, linkedAt: null })
      .where(
        and(
          eq(characters.linkedAt, startedAt),
          or(inArray(characters.id, ofDirectors), inArray(characters.id, assigned)),
        ),
      ),
    orm.delete(characters).where(eq(characters.linkedAt, startedAt)),
    orm.delete(users).where(and(eq(users.createdAt, startedAt), isNull(users.mainCharacterId))),
    orm.update(moveIns).set({ state: "undone", finishedAt: now }).where(eq(moveIns.id, id)),
  ];
}

/** SQL condition: no user that the move has created has signed in since, as far as sessions, marks and the log tell. */
function isUntouched(startedAt: Date) {
  const signedIn = orm
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.createdAt, startedAt),
        or(
          isNotNull(users.dailyActs),
          isNotNull(users.noticesSeenAt),
          isNotNull(users.language),
          inArray(users.id, orm.select({ id: sessions.userId }).from(sessions)),
          inArray(
            users.id,
            orm
              .select({ id: sql`${auditEvents.actorId}` })
              .from(auditEvents)
              .where(isNotNull(auditEvents.actorId)),
          ),
        ),
      ),
    );
  return notExists(signedIn);
}

/**
 * The row of this move, if it has begun. Throws if another export must be finished or undone first: a second export of one
 * system would bring back what was changed in Muster since.
 */
export function findBegun(moves: MoveRow[], id: string, system: System): MoveRow | undefined {
  const begun = moves.filter(({ state }) => state !== "undone");
  const other = begun.find(
    (move) => move.id !== id && (move.system === system || move.state === "applying"),
  );
  if (other?.state === "applying") {
    throw new Error(
      "The move of another export was interrupted. Finish it with that file, or undo it: npm run move-in -- undo",
    );
  }
  if (other !== undefined) {
    throw new Error(
      `${SYSTEMS[system]} has moved in already, with another export. Undo that move first: npm run move-in -- undo`,
    );
  }
  return begun.find((move) => move.id === id);
}
