import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#shared/time.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { askedRemovals, heldChanges, membershipProblems } from "#worker/db/schema/requirements.ts";
import { countIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import { followingServers } from "#worker/enrolment/passes/release-cost.ts";
import { recompute } from "#worker/enrolment/passes/removal-store.ts";
import {
  interruptSlice,
  isAsked,
  isHeldBy,
  isOpenHold,
  removalsLeft,
} from "#worker/enrolment/passes/state-store.ts";
import type { Context } from "#worker/env.ts";
import { isRemovableOf, removeMembers } from "#worker/groups/members/many.ts";
import { tickerOfPilot } from "#worker/universe/names.ts";
import type { OnMembers } from "#worker/groups/members/policy.ts";

const DECIDED_LISTED = 20;

const decider = alias(users, "decider");
const edit = alias(auditEvents, "edit");
const deciderMain = alias(characters, "decider_main");
const asker = alias(users, "asker");
const askerMain = alias(characters, "asker_main");

const unknownCount = countIn(
  membershipProblems,
  eq(membershipProblems.groupId, heldChanges.groupId),
  eq(membershipProblems.outcome, "unknown"),
);

const fields = {
  id: heldChanges.id,
  groupId: heldChanges.groupId,
  groupName: groups.name,
  state: heldChanges.state,
  editedAt: edit.createdAt,
  editedByName: edit.actorName,
  askedBy: heldChanges.askedBy,
  reviewId: heldChanges.reviewId,
  askedByName: sql<string | null>`coalesce(${askerMain.name},
    (select ${applications.name} from ${applications} where ${applications.id} = ${heldChanges.askedBy}))`,
  limit: heldChanges.limit,
  memberCount: groups.memberCount,
  /** How many removals are left in an open hold; how many it had once it is decided. */
  removalCount: sql<number>`case when ${heldChanges.state} <> 'held' then ${heldChanges.removalCount}
    else ${removalsLeft} end`,
  unknownCount: sql<number>`case when ${heldChanges.askedBy} is null then ${unknownCount} else 0 end`,
  computedAt: heldChanges.computedAt,
  createdAt: heldChanges.createdAt,
  decidedByName: deciderMain.name,
  decidedAt: heldChanges.decidedAt,
  reason: heldChanges.reason,
};
export type HeldRow = RowOfStatement<typeof selectHeld>;

function select(selected: typeof fields) {
  return orm
    .select(selected)
    .from(heldChanges)
    .innerJoin(groups, eq(groups.id, heldChanges.groupId))
    .leftJoin(edit, eq(edit.id, heldChanges.ruleEventId))
    .leftJoin(decider, eq(decider.id, heldChanges.decidedBy))
    .leftJoin(deciderMain, eq(deciderMain.id, decider.mainCharacterId))
    .leftJoin(asker, eq(asker.id, heldChanges.askedBy))
    .leftJoin(askerMain, eq(askerMain.id, asker.mainCharacterId));
}

// Two statements: each has an index.
export const selectWaiting = prepare(fields, (selected) =>
  select(selected).where(isOpenHold).orderBy(asc(heldChanges.createdAt), asc(heldChanges.id)),
);

export const selectAsked = prepare(fields, (selected) =>
  select(selected).where(isAsked).orderBy(asc(heldChanges.createdAt), asc(heldChanges.id)),
);

export const selectDecided = prepare(fields, (selected) =>
  select(selected)
    .where(isNotNull(heldChanges.decidedAt))
    .orderBy(desc(heldChanges.decidedAt), desc(heldChanges.id))
    .limit(DECIDED_LISTED),
);

export const selectHeld = prepare(fields, (selected) =>
  select(selected).where(eq(heldChanges.id, sql.placeholder("id"))),
);

/** On how many Discord servers roles follow a hold. */
export const selectFollowing = prepare(
  { servers: followingServers(sql`${heldChanges.groupId}`) },
  (selected) =>
    orm
      .select(selected)
      .from(heldChanges)
      .where(eq(heldChanges.id, sql.placeholder("id"))),
);

/** The members that a hold concerns, by name. */
export const selectHeldUsers = prepare(
  {
    userId: membershipProblems.userId,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    ticker: tickerOfPilot(characters.id),
    causes: membershipProblems.causes,
  },
  (selected) =>
    orm
      .select(selected)
      .from(membershipProblems)
      .innerJoin(users, eq(users.id, membershipProblems.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(isHeldBy(sql`${sql.placeholder("id")}`))
      .orderBy(characters.nameFolded, membershipProblems.userId),
);

/** The members whom an administrator wants to remove, by name. */
export const selectAskedUsers = prepare(
  {
    userId: askedRemovals.userId,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    ticker: tickerOfPilot(characters.id),
  },
  (selected) =>
    orm
      .select(selected)
      .from(askedRemovals)
      .innerJoin(users, eq(users.id, askedRemovals.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(eq(askedRemovals.heldId, sql.placeholder("id")))
      .orderBy(characters.nameFolded, askedRemovals.userId),
);

type Deciding = OnMembers<"decideHeld", { group: { id: string } }>;
export type DecisionOfHeld = {
  id: string;
  kind: "removals_released" | "removals_discarded";
  removalCount: number;
  reason: string;
};

/**
 * Releases or discards held removals, if their number is the one that was read. Released ones are evaluated once more before
 * they are applied. Members of discarded ones stay for a day; then the requirements apply again. A slice that has read the hold
 * before writes nothing.
 */
export function decide(context: Context, allowed: Deciding, decision: DecisionOfHeld) {
  const { id, removalCount } = decision;
  const now = Date.now();
  return closeHold(context, allowed, decision, {
    isOpen: sql`exists (select 1 from ${heldChanges} where ${heldChanges.id} = ${id}
      and ${heldChanges.state} = 'held') and (select count(*) from ${membershipProblems}
        where ${isHeldBy(sql`${id}`)}) = ${removalCount}`,
    releasedAs: "released",
    statements: (isReleased, applied) => [
      ...(isReleased
        ? recompute(sql`${and(eq(heldChanges.id, id), applied)}`, now)
        : [
            orm
              .update(membershipProblems)
              .set({ heldId: null, graceEndsAt: new Date(now + DAY_MS) })
              .where(and(eq(membershipProblems.heldId, id), applied)),
          ]),
      interruptSlice(applied),
    ],
  });
}

/**
 * Removes the members whom an administrator wanted to remove, or keeps them, if their number is the one that was read. Who has left
 * since is no longer among them, and who owns the group by now stays.
 */
export function decideAsked(context: Context, allowed: Deciding, decision: DecisionOfHeld) {
  const { id, removalCount } = decision;
  const asked = sql`(select ${askedRemovals.userId} from ${askedRemovals}
    where ${askedRemovals.heldId} = ${id})`;
  return closeHold(context, allowed, decision, {
    isOpen: sql`exists (select 1 from ${heldChanges} where ${heldChanges.id} = ${id} and ${isAsked})
      and (select count(*) from ${askedRemovals} where ${askedRemovals.heldId} = ${id}) = ${removalCount}`,
    releasedAs: "applied",
    statements: (isReleased, applied) => {
      const isRemovable = sql`${isRemovableOf(allowed.of.group.id, asked)} and ${applied}`;
      return [
        ...(isReleased ? removeMembers(context, allowed, isRemovable, { heldId: id }) : []),
        orm.delete(askedRemovals).where(and(eq(askedRemovals.heldId, id), applied)),
      ];
    },
  });
}

type Closing = {
  /** SQL condition: nobody has decided, and as many removals are held as were read. */
  isOpen: SQL;
  releasedAs: "released" | "applied";
  statements: (isReleased: boolean, applied: SQL) => Statement[];
};

async function closeHold(
  context: Context,
  { by: actor, of }: Deciding,
  { id, kind, removalCount, reason }: DecisionOfHeld,
  { isOpen, releasedAs, statements }: Closing,
): Promise<boolean> {
  const groupId = of.group.id;
  const isReleased = kind === "removals_released";
  const { statement, applied } = recordEvent(
    context,
    { kind, actor, groupId, detail: { count: removalCount, reason, heldId: id } },
    isOpen,
  );
  const { recorded } = await runNamed(context.db, {
    // Who stays keeps what the group gives, for longer than a stolen session lasts.
    proof: isReleased ? [] : requireProofToGive(actor, sql`${isOpen} and ${givesBeyond(groupId)}`),
    recorded: [statement],
    rest: [
      orm
        .update(heldChanges)
        .set({
          state: isReleased ? releasedAs : "discarded",
          removalCount,
          decidedBy: actor.userId,
          decidedAt: new Date(),
          reason,
        })
        .where(and(eq(heldChanges.id, id), applied)),
      ...statements(isReleased, applied),
    ],
  });
  return recorded[0].length > 0;
}

/** Evaluates the members of a hold again now. Returns whether nobody has decided on it. */
export async function computeAgain({ db }: Context, id: string): Promise<boolean> {
  const isHeld = sql`${heldChanges.id} = ${id} and ${heldChanges.state} = 'held'`;
  const results = await runBatch(db, [
    ...recompute(isHeld, Date.now()),
    interruptSlice(sql`exists (select 1 from ${heldChanges} where ${isHeld})`),
  ]);
  return results.at(-1) === 1;
}
