import { and, eq, exists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Shared } from "#shared/groups/shared-values.ts";
import type { SharedSection, Sharing } from "#shared/groups/forms.ts";
import { MAX_NOTES } from "#shared/groups/requests.ts";
import type { Handle } from "#shared/groups/requests.ts";
import { reviewsFor } from "#worker/access/reviewing.ts";
import { countEvent } from "#worker/audit/daily-limits.ts";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { presentShared, selectSharedSections } from "#worker/characters/shared-sections.ts";
import { randomToken } from "#worker/crypto.ts";
import { run, runNamed } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import {
  groupVetting,
  requestAnswers,
  requestNotes,
  requestShares,
} from "#worker/db/schema/groups/forms.ts";
import { insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import {
  endOfSharing,
  insertShares,
  isAsked,
  isSharingOpen,
  sharedCharacters,
} from "#worker/groups/forms/sharing.ts";
import {
  isReviewedBy,
  seesReviewers,
  selectVetting,
  toldReviewers,
} from "#worker/groups/forms/store.ts";
import { findManaged, isUnchanged } from "#worker/groups/group/authorized-group.ts";
import { holdsOffice } from "#worker/groups/group/own-hand.ts";
import { mayReview, rejectionRefusal } from "#worker/groups/requests/policy.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isReviewer, lookRefusal } from "./policy.ts";
import { findHead, KEPT_MS } from "./store.ts";

const reviewer = alias(groupMembers, "reviewer");

/** A request that the actor reviews: its page exists for them. */
async function getReviewed({ db }: Context, actor: UserActor, id: string) {
  const { group: row, request, answered, ownHand } = await findHead(db, actor, id);
  const group = findManaged(row, actor, "reviewRequests");
  if (!group || !request || request.status === "withdrawn") throw notFound();
  if (!mayReview(group, actor, request)) throw notFound();
  const isKept =
    request.status === "pending" || (request.decidedAt?.getTime() ?? 0) > Date.now() - KEPT_MS;
  if (!isKept) throw notFound();
  return { group, request, answered, ownHand };
}

/** The same, for those who read notes and look at what is shared. */
async function getAsReviewer(context: Context, actor: UserActor, id: string) {
  const read = await getReviewed(context, actor, id);
  if (!isReviewer(read, actor)) throw new ApiError("reviewers_only", { name: read.group.name });
  return read;
}

/** Says who talks to the pilot. */
export async function handle(
  context: Context,
  actor: UserActor,
  id: string,
  { inTalks, assigneeId }: Handle,
): Promise<void> {
  const read = async () => {
    const found = await getReviewed(context, actor, id);
    const refusal = rejectionRefusal(found.request);
    if (refusal) throw refusal;
    if (assigneeId === null || assigneeId === found.request.assigneeId) return found;
    const [reviews] = await run(context.db, selectReviewer(actor, found.group.id, assigneeId));
    if (!reviews) throw new ApiError("not_a_reviewer", { name: found.group.name });
    return found;
  };
  const isSame = ({ request }: Awaited<ReturnType<typeof read>>) =>
    request.inTalks === inTalks && request.assigneeId === assigneeId;
  await withOptimisticLock(read, (found) => {
    if (isSame(found)) return Promise.resolve(true);
    return recordAndApply(context, {
      kind: "request_handled",
      actor,
      groupId: found.group.id,
      subjectId: found.request.userId,
      detail: { inTalks, isAssigned: assigneeId !== null },
      condition: and(
        isUnchanged(found.group, actor),
        isPending(id),
        assigneeId === null ? undefined : isReviewerOfGroup(assigneeId),
      ),
      statements: (applied) => [
        orm
          .update(joinRequests)
          .set({ inTalks, assigneeId })
          .where(and(eq(joinRequests.id, id), applied)),
      ],
    });
  });
}

/** SQL condition on `groups`: the user is its owner or an admin, or a member of the reviewing group. */
function isReviewerOfGroup(userId: string): SQL {
  return sql`(${isManager(userId)} or ${reviewsFor(groups.id, userId)})`;
}

function isManager(userId: string): SQL {
  return exists(
    orm
      .select({ userId: reviewer.userId })
      .from(reviewer)
      .where(
        and(
          eq(reviewer.groupId, groups.id),
          eq(reviewer.userId, userId),
          sql`${reviewer.rank} < 2`,
        ),
      ),
  );
}

/** One row if the user reviews requests of the group, as far as the actor sees who does. */
function selectReviewer(actor: UserActor, groupId: string, userId: string) {
  return rows({ id: groups.id }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(
        and(
          eq(groups.id, groupId),
          or(isManager(userId), and(reviewsFor(groups.id, userId), seesReviewersOf(actor, userId))),
        ),
      ),
  );
}

/** SQL condition on `groups`: the actor sees the group whose members review, or asks about themselves. */
function seesReviewersOf(actor: UserActor, userId: string): SQL {
  if (actor.isAdmin || userId === actor.userId) return sql`true`;
  return exists(
    orm
      .select({ groupId: groupVetting.groupId })
      .from(groupVetting)
      .where(and(eq(groupVetting.groupId, groups.id), seesReviewers(actor.userId, Date.now()))),
  );
}

function isPending(id: string): SQL {
  return exists(
    orm
      .select({ id: joinRequests.id })
      .from(joinRequests)
      .where(and(eq(joinRequests.id, id), sql`${joinRequests.status} = 'pending'`)),
  );
}

// ── Sharing ───────────────────────────────────────────────────────────────────────────────────

/**
 * What a section says now. The look is recorded in the batch that reads the values, which reads none unless it was: the
 * pilot is told of every one.
 */
export async function look(
  context: Context,
  actor: UserActor,
  id: string,
  section: SharedSection,
): Promise<Shared> {
  const reviewed = await getReviewed(context, actor, id);
  const { group, request, answered } = reviewed;
  const told = answered?.reviewerGroupId ?? null;
  const refusal = lookRefusal(reviewed, told, actor);
  if (refusal) throw refusal;
  const now = Date.now();
  const shared = sharedCharacters(id, section, now);
  const event = {
    kind: "sharing_viewed",
    actor,
    groupId: group.id,
    subjectId: request.userId,
    detail: { section },
  } as const;
  const isTold = holdsOffice(reviewed) ? undefined : isReviewedBy(told);
  const { statement, applied } = recordEvent(
    context,
    event,
    sql`${and(isUnchanged(group, actor), isTold)} and exists (${shared})`,
  );
  const seen = sql`select id from (${shared}) where ${applied}`;
  const { recorded, read } = await runNamed(context.db, {
    recorded: [statement, ...countEvent(context.config, event, applied)],
    read: selectSharedSections(seen, [section]),
  });
  const [events] = recorded;
  if (!Array.isArray(events) || events.length === 0) throw new ApiError("nothing_shared");
  return presentShared(section, read, now);
}

/** The pilot shares less or, while the request is open, more of what the form asks for. */
export async function changeSharing(
  context: Context,
  actor: UserActor,
  id: string,
  sharing: Sharing,
): Promise<void> {
  const isStopped = sharing.sections.length === 0;
  const read = async () => {
    const { group, request, answered } = await findHead(context.db, actor, id);
    if (!group || request?.userId !== actor.userId) throw notFound();
    if (isStopped) return { group, request, answered, told: undefined };
    const [vetting] = await run(context.db, selectVetting(actor, group.id));
    return { group, request, answered, told: toldReviewers(vetting, sharing.reviewerGroupId) };
  };
  const now = Date.now();
  await withOptimisticLock(read, ({ group, request, answered, told }) => {
    if (answered === undefined) {
      if (isStopped) return Promise.resolve(true);
      throw new ApiError("not_asked_to_share");
    }
    if (!isAsked(answered.form, sharing)) throw new ApiError("not_asked_to_share");
    const isOver = (endOfSharing(request, answered.shareDays) ?? 0) <= now;
    if (!isStopped && isOver) throw new ApiError("sharing_over");
    // Only while the request waits can more be shared, and with readers whom the pilot was told of.
    const mayAdd = request.status === "pending" && !isStopped;
    if (mayAdd && told === undefined) throw new ApiError("readers_changed", { name: group.name });
    const kept = sharing.sections.flatMap(({ section, characterIds }) =>
      characterIds.map((characterId) => `${section} ${characterId}`),
    );
    const isKept = sql`${requestShares.section} || ' ' || ${requestShares.characterId}
      in (select value from json_each(${JSON.stringify(kept)}))`;
    return recordAndApply(context, {
      kind: "sharing_changed",
      actor,
      groupId: group.id,
      subjectId: actor.userId,
      condition: mayAdd
        ? sql`${isReviewedBy(told ?? null)} and ${isOpen(id, now)} and ${isPending(id)}`
        : sql`true`,
      statements: (applied) => [
        orm
          .delete(requestShares)
          .where(and(eq(requestShares.requestId, id), sql`not ${isKept}`, applied)),
        ...(mayAdd
          ? [
              insertShares(id, actor.userId, sharing, answered.form, applied),
              orm
                .update(requestAnswers)
                .set({ reviewerGroupId: told ?? null })
                .where(and(eq(requestAnswers.requestId, id), applied)),
            ]
          : []),
      ],
    });
  });
}

function isOpen(id: string, now: number): SQL {
  return exists(
    orm
      .select({ id: joinRequests.id })
      .from(joinRequests)
      .where(and(eq(joinRequests.id, id), isSharingOpen(now))),
  );
}

// ── Notes ─────────────────────────────────────────────────────────────────────────────────────

export async function addNote(context: Context, actor: UserActor, id: string, text: string) {
  const { group, request } = await getAsReviewer(context, actor, id);
  const count = sql`(select count(*) from ${requestNotes} where ${requestNotes.requestId} = ${id})`;
  const isAdded = await recordAndApply(context, {
    kind: "note_written",
    actor,
    groupId: group.id,
    subjectId: request.userId,
    condition: and(
      isUnchanged(group, actor),
      sql`exists (select 1 from ${joinRequests} where ${joinRequests.id} = ${id}
        and ${joinRequests.status} <> 'withdrawn')`,
      sql`${count} < ${MAX_NOTES}`,
    ),
    statements: (applied) => [
      insertWhere(
        requestNotes,
        {
          id: randomToken(12),
          requestId: id,
          authorId: actor.userId,
          text,
          createdAt: new Date(),
          eraseAt: sql`(select ${joinRequests.decidedAt} + ${KEPT_MS} from ${joinRequests} where ${joinRequests.id} = ${id})`,
        },
        applied,
      ),
    ],
  });
  if (isAdded) return;
  await getAsReviewer(context, actor, id);
  throw new ApiError("too_many_notes", { count: MAX_NOTES });
}

/** Reviewers delete their own notes. */
export async function deleteNote(context: Context, actor: UserActor, id: string, noteId: string) {
  const { group, request } = await getAsReviewer(context, actor, id);
  const isOwn = and(
    eq(requestNotes.id, noteId),
    eq(requestNotes.requestId, id),
    eq(requestNotes.authorId, actor.userId),
  );
  const isDeleted = await recordAndApply(context, {
    kind: "note_deleted",
    actor,
    groupId: group.id,
    subjectId: request.userId,
    condition: exists(orm.select({ id: requestNotes.id }).from(requestNotes).where(isOwn)),
    statements: (applied) => [orm.delete(requestNotes).where(and(isOwn, applied))],
  });
  if (!isDeleted) throw new ApiError("no_such_note");
}

function notFound(): ApiError {
  return new ApiError("no_such_request");
}
