import { and, eq, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Shared } from "#shared/vetting.ts";
import type { SharedSection, Sharing } from "#shared/groups/forms.ts";
import { MAX_NOTES } from "#shared/groups/requests.ts";
import type { Handle } from "#shared/groups/requests.ts";
import { reviewsFor } from "#worker/access/reviewing.ts";
import { countEvent } from "#worker/audit/daily-limits.ts";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { prepareSharedSections, presentShared } from "#worker/characters/shared-sections.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runNamed } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import {
  groupVetting,
  requestAnswers,
  requestNotes,
  requestShares,
} from "#worker/db/schema/group-forms.ts";
import { existsIn, idsIn, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import {
  endOfSharing,
  insertShares,
  isAllAsked,
  isSharingOpen,
  sharedCharacters,
} from "#worker/groups/forms/sharing.ts";
import { toldReviewers } from "#worker/groups/forms/policy.ts";
import { isReviewedBy, seesReviewers, selectVetting } from "#worker/groups/forms/store.ts";
import { requireHandling, requireLook, requireNotes, requireSharer } from "./policy.ts";
import type { Head, OnVetting, Reviewed } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { holdsOffice } from "#worker/groups/group/own-hand.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { findHead } from "./store.ts";

const reviewer = alias(groupMembers, "reviewer");

/** Says who talks to the pilot. */
export async function handle(
  context: Context,
  actor: UserActor,
  id: string,
  input: Handle,
): Promise<void> {
  const { assigneeId } = input;
  const read = async () => {
    const allowed = requireHandling(actor, await findHead(context.db, actor, id));
    const { group, request } = allowed.of;
    if (assigneeId === null || assigneeId === request.assigneeId) return allowed;
    const [reviews] = await run(context.db, selectReviewer(actor, group.id, assigneeId));
    if (!reviews) throw new ApiError("not_a_reviewer", { name: group.name });
    return allowed;
  };
  await withOptimisticLock(read, (allowed) => updateHandling(context, allowed, input));
}

function updateHandling(
  context: Context,
  { by: actor, of: { group, request } }: OnVetting<"handle", Reviewed>,
  { inTalks, assigneeId }: Handle,
) {
  const { id } = request;
  if (request.inTalks === inTalks && request.assigneeId === assigneeId)
    return Promise.resolve(true);
  return recordAndApply(context, {
    kind: "request_handled",
    actor,
    groupId: group.id,
    subjectId: request.userId,
    detail: { inTalks, isAssigned: assigneeId !== null },
    condition: and(
      isUnchanged(group, actor),
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
}

/** SQL condition on `groups`: the user is its owner or an admin, or a member of the reviewing group. */
function isReviewerOfGroup(userId: string): SQL {
  return sql`(${isManager(userId)} or ${reviewsFor(groups.id, userId)})`;
}

function isManager(userId: string): SQL {
  return existsIn(
    reviewer,
    eq(reviewer.groupId, groups.id),
    eq(reviewer.userId, userId),
    sql`${reviewer.rank} < 2`,
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
  return existsIn(
    groupVetting,
    eq(groupVetting.groupId, groups.id),
    seesReviewers(actor.userId, Date.now()),
  );
}

function isPending(id: string): SQL {
  return existsIn(joinRequests, eq(joinRequests.id, id), sql`${joinRequests.status} = 'pending'`);
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
  const allowed = requireLook(actor, await findHead(context.db, actor, id));
  return readShared(context, allowed, section);
}

async function readShared(
  context: Context,
  { by: actor, of: reviewed }: OnVetting<"look", Reviewed>,
  section: SharedSection,
): Promise<Shared> {
  const { group, request, answered } = reviewed;
  const told = answered?.reviewerGroupId ?? null;
  const now = Date.now();
  const shared = sharedCharacters(request.id, section, now);
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
  const selectSeen = prepareSharedSections(sql`select id from (${shared}) where ${applied}`);
  const { recorded, read } = await runNamed(context.db, {
    recorded: [statement, ...countEvent(context, event, applied)],
    read: selectSeen({}, [section]),
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
  const read = async () => {
    const allowed = requireSharer(actor, await findHead(context.db, actor, id));
    if (sharing.sections.length === 0) return { allowed, told: undefined };
    const [vetting] = await run(context.db, selectVetting(actor, allowed.of.group.id));
    return { allowed, told: toldReviewers(vetting, sharing.reviewerGroupId) };
  };
  await withOptimisticLock(read, ({ allowed, told }) =>
    updateSharing(context, allowed, sharing, told),
  );
}

function updateSharing(
  context: Context,
  { by: actor, of: { group, request, answered } }: OnVetting<"share", Head<GroupRow>>,
  sharing: Sharing,
  told: string | null | undefined,
) {
  const { id } = request;
  const now = Date.now();
  const isStopped = sharing.sections.length === 0;
  if (answered === undefined) {
    if (isStopped) return Promise.resolve(true);
    throw new ApiError("not_asked_to_share");
  }
  if (!isAllAsked(answered.form, sharing)) throw new ApiError("not_asked_to_share");
  const isOver = (endOfSharing(request, answered.shareDays) ?? 0) <= now;
  if (!isStopped && isOver) throw new ApiError("sharing_over");
  // Only while the request waits can more be shared, and with readers whom the pilot was told of.
  const mayAdd = request.status === "pending" && !isStopped;
  if (mayAdd && told === undefined) throw new ApiError("readers_changed", { name: group.name });
  const kept = sharing.sections.flatMap(({ section, characterIds }) =>
    characterIds.map((characterId) => `${section} ${characterId}`),
  );
  const more = sql`exists (select 1 from json_each(${JSON.stringify(kept)}) as pair where pair.value not in
    (select ${requestShares.section} || ' ' || ${requestShares.characterId} from ${requestShares}
      where ${requestShares.requestId} = ${id}))`;
  const isKept = sql`${requestShares.section} || ' ' || ${requestShares.characterId}
    in ${idsIn(kept)}`;
  return recordAndApply(context, {
    kind: "sharing_changed",
    actor,
    groupId: group.id,
    subjectId: actor.userId,
    // Members of another group that reviews since then are new readers of what was shared already.
    ...(mayAdd && {
      proof: requireProofToGive(actor, told === answered.reviewerGroupId ? more : sql`true`),
    }),
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
}

function isOpen(id: string, now: number): SQL {
  return existsIn(joinRequests, eq(joinRequests.id, id), isSharingOpen(now));
}

// ── Notes ─────────────────────────────────────────────────────────────────────────────────────

export async function addNote(context: Context, actor: UserActor, id: string, text: string) {
  const read = async () => requireNotes(actor, await findHead(context.db, actor, id));
  if (await insertNote(context, await read(), text)) return;
  await read();
  throw new ApiError("too_many_notes", { count: MAX_NOTES });
}

function insertNote(
  context: Context,
  { by: actor, of: { group, request } }: OnVetting<"note", Reviewed>,
  text: string,
) {
  const { id } = request;
  const now = new Date();
  const count = sql`(select count(*) from ${requestNotes} where ${requestNotes.requestId} = ${id})`;
  return recordAndApply(context, {
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
          createdAt: now,
        },
        applied,
      ),
    ],
  });
}

/** Reviewers delete their own notes. */
export async function deleteNote(context: Context, actor: UserActor, id: string, noteId: string) {
  const allowed = requireNotes(actor, await findHead(context.db, actor, id));
  if (!(await removeNote(context, allowed, noteId))) throw new ApiError("no_such_note");
}

function removeNote(
  context: Context,
  { by: actor, of: { group, request } }: OnVetting<"note", Reviewed>,
  noteId: string,
) {
  const isOwn = and(
    eq(requestNotes.id, noteId),
    eq(requestNotes.requestId, request.id),
    eq(requestNotes.authorId, actor.userId),
  );
  return recordAndApply(context, {
    kind: "note_deleted",
    actor,
    groupId: group.id,
    subjectId: request.userId,
    condition: existsIn(requestNotes, isOwn),
    statements: (applied) => [orm.delete(requestNotes).where(and(isOwn, applied))],
  });
}
