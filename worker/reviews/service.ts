import { and, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { MAX_REVIEWED, REVIEWED_PER_PAGE } from "#shared/groups/limits.ts";
import type {
  Decide,
  FinishReview,
  GroupReview,
  ReviewList,
  ReviewOutcome,
  ReviewResults,
  ReviewSettings,
  Silence,
  StartedReviews,
  StartReview,
  StartReviews,
} from "#shared/groups/reviews.ts";
import { DAY_MS } from "#shared/time.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct, coverItems } from "#worker/audit/daily-limits.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { GuardFailed, run, runBatch, runNamed } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { requireReview } from "#worker/groups/members/policy.ts";
import type { OnMembers } from "#worker/groups/members/policy.ts";
import {
  getAuthorizedGroup,
  isRoleUnchanged,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { guardGroup } from "#worker/groups/members/many.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { kindOf } from "#worker/roster/policy.ts";
import { selectRecentRemovals } from "#worker/enrolment/passes/removal-store.ts";
import { heldAboveOf } from "#worker/enrolment/held/asked.ts";
import { selectReviewed } from "./evidence-store.ts";
import { addMonths, finish } from "./finish.ts";
import { presentMember, presentOpen, presentResult } from "./present.ts";
import * as store from "./store.ts";
import { viewOfReview } from "./views.ts";
import * as writes from "./write-store.ts";

const NO_SCHEDULE: ReviewSettings = { everyMonths: null, silence: "keep" };
/** By rank and time of joining: the order of an index. */
const pageKey = z.tuple([z.int(), z.int(), z.string()]);
const BEFORE_ALL = [0, Number.MAX_SAFE_INTEGER, ""] as const;

/** The open review of a group with its members, page by page, and what was and will be. One round trip. */
export async function getReview(
  context: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<GroupReview> {
  const [afterRank, afterJoinedAt, afterId] = readCursor(cursor, pageKey) ?? BEFORE_ALL;
  const [[row], [open], [schedule], [last], recent, members] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    store.selectOpen({ groupId }),
    store.selectSchedule({ groupId }),
    store.selectLast({ groupId }),
    selectRecentRemovals(Date.now()),
    selectReviewed(kindOf(actor))({
      groupId,
      userId: actor.userId,
      afterRank,
      afterJoinedAt,
      afterId,
    }),
    viewOfReview(context, actor.userId, { about: groupId, isAdmin: Number(actor.isAdmin) }),
  ]);
  const { group } = requireReviewer(row, actor).of;
  const shown = members.slice(0, REVIEWED_PER_PAGE);
  const end = members.length > REVIEWED_PER_PAGE ? shown.at(-1) : undefined;
  return {
    groupName: group.name,
    settings: {
      everyMonths: schedule?.everyMonths ?? null,
      silence: open?.silence ?? schedule?.silence ?? NO_SCHEDULE.silence,
    },
    nextAt: schedule?.nextAt?.toISOString() ?? null,
    refusal: refusalOf(group)?.message ?? null,
    open: open ? { ...presentOpen(open), heldAbove: heldAboveOf(group, recent) } : null,
    last: last?.finishedAt
      ? {
          finishedAt: last.finishedAt.toISOString(),
          byName: last.byName,
          kept: last.kept ?? 0,
          removed: last.removed ?? 0,
          isHeld: last.isHeld,
        }
      : null,
    items: shown.map((member) => presentMember(member, actor)),
    nextCursor: end ? encodeCursor([end.rank, end.joinedAt.getTime(), end.userId]) : null,
  };
}

export async function saveSettings(
  context: Context,
  actor: UserActor,
  groupId: string,
  settings: ReviewSettings,
): Promise<void> {
  const read = async () => {
    const [[row], [schedule], [open]] = await runBatch(context.db, [
      selectGroup(actor.userId, groupId),
      store.selectSchedule({ groupId }),
      store.selectOpen({ groupId }),
    ]);
    const allowed = requireReviewer(row, actor);
    if (settings.everyMonths !== null && schedule === undefined) {
      requireReviewable(allowed.of.group);
    }
    return { allowed, schedule, open };
  };
  await withOptimisticLock(read, ({ allowed, schedule, open }) => {
    const before = { ...NO_SCHEDULE, ...schedule, ...(open && { silence: open.silence }) };
    // Without a review, there is no silence to decide on.
    const isIdle = settings.everyMonths === null && open === undefined;
    const after = isIdle ? { ...settings, silence: before.silence } : settings;
    const changes = changesBetween(inWords(before), inWords(after), ["reviewMonths", "silence"]);
    if (changes === undefined) return Promise.resolve(true);
    const { everyMonths } = settings;
    const isSameSchedule = schedule !== undefined && schedule.everyMonths === everyMonths;
    const nextAt =
      open !== undefined || everyMonths === null
        ? null
        : isSameSchedule
          ? schedule.nextAt
          : addMonths(new Date(), everyMonths);
    return recordAndApply(context, {
      kind: "group_updated",
      actor,
      groupId,
      detail: { changes },
      ...((keepsMore([schedule, open], after) || comesLater(schedule, nextAt)) && {
        proof: requireProofToGive(actor, givesBeyond(groupId)),
      }),
      condition: and(
        isRoleUnchanged(allowed.of.group, actor),
        writes.areSettings(groupId, schedule, open),
      ),
      statements: (applied) => writes.saveSettings(allowed, settings, nextAt, applied),
    });
  });
}

/** Opens a review of one group now. */
export async function startReview(
  context: Context,
  actor: UserActor,
  groupId: string,
  { silence, days }: StartReview,
): Promise<void> {
  const allowed = requireReview(await getAuthorizedGroup(context, actor, groupId));
  const { group } = allowed.of;
  requireReviewable(group);
  const opening = { silence, dueAt: dueIn(days) };
  const { opened } = await runNamed(context.db, {
    proof: writes.requireProofToOpen(actor, [groupId], opening),
    opened: writes.openReview(context, allowed, opening, isRoleUnchanged(group, actor)),
  });
  if (opened[0].length === 0) throw new ApiError("review_not_now", { name: group.name });
}

/** Opens a review of each group where this is possible, for administrators. */
export async function startReviews(
  context: Context,
  actor: UserActor,
  { groupIds, silence, days }: StartReviews,
): Promise<StartedReviews> {
  const ids = [...new Set(groupIds)];
  const found = await runBatch(
    context.db,
    ids.map((id) => selectGroup(actor.userId, id)),
  );
  const dueAt = dueIn(days);
  const skipped: StartedReviews["skipped"] = [];
  const groups = ids.flatMap((groupId, index) => {
    const group = found[index]?.[0];
    const reason = group
      ? (refusalOf(group)?.message ?? null)
      : english`The group does not exist any more.`;
    if (group && reason === null) return [requireReviewer(group, actor)];
    skipped.push({ groupId, groupName: group?.name ?? null, reason: reason ?? "" });
    return [];
  });
  const opening = { silence, dueAt };
  const statements = groups.map((allowed) => writes.openReview(context, allowed, opening));
  const { results } = await runNamed(context.db, {
    proof: writes.requireProofToOpen(actor, ids, opening),
    results: statements.flat(),
  });
  const size = statements[0]?.length ?? 1;
  for (const [index, { of }] of groups.entries()) {
    const { id: groupId, name: groupName } = of.group;
    const opened: unknown = results[index * size];
    if (Array.isArray(opened) && opened.length > 0) continue;
    skipped.push({
      groupId,
      groupName,
      reason: new ApiError("review_not_now", { name: groupName }).message,
    });
  }
  return { started: ids.length - skipped.length, skipped };
}

export async function decide(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: Decide,
): Promise<void> {
  const [[row], [open]] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    store.selectOpen({ groupId }),
  ]);
  const allowed = requireReviewer(row, actor);
  if (open?.id !== input.reviewId) throw new ApiError("review_over");
  const times = sql`${input.decisions.length}`;
  await runBatch(context.db, [
    ...writes.saveDecisions(allowed, input),
    countAct(context, actor, "verdicts", { times }),
  ]);
}

/** Ends the review now, with the numbers that were read. */
export async function finishReview(
  context: Context,
  actor: UserActor,
  groupId: string,
  { reviewId, keep, remove }: FinishReview,
): Promise<ReviewOutcome> {
  const [[row], [open], recent] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    store.selectOpen({ groupId }),
    selectRecentRemovals(Date.now()),
  ]);
  const allowed = requireReviewer(row, actor);
  const { group } = allowed.of;
  if (open?.id !== reviewId) throw new ApiError("review_over");
  const removed = open.removed + (open.silence === "remove" ? open.undecided : 0);
  const kept = open.removed + open.kept + open.undecided - removed;
  // With the last member to review, what there was to decide has left too.
  if (removed + kept > 0) requireReviewable(group);
  if (removed !== remove || kept !== keep) throw new ApiError("review_changed");
  coverItems(context, removed + kept);
  try {
    return await finish(context, allowed, open, recent, [guardGroup(group, actor)]);
  } catch (error) {
    throw error instanceof GuardFailed ? new ApiError("review_changed") : error;
  }
}

/** The results of the last review. */
export async function getResults(
  { db }: Context,
  actor: UserActor,
  groupId: string,
): Promise<ReviewResults> {
  const [[row], results] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    store.selectResults({ groupId }),
  ]);
  requireReviewer(row, actor);
  return {
    finishedAt: results[0]?.finishedAt?.toISOString() ?? null,
    items: results.map(presentResult),
  };
}

/** The open reviews, for administrators. */
export async function listReviews({ db }: Context): Promise<ReviewList> {
  const found = await run(db, store.selectAllOpen());
  return {
    items: found.map((review) => {
      const { openedAt, dueAt, silence, total, kept, removed } = presentOpen(review);
      const { groupId, groupName } = review;
      return { groupId, groupName, openedAt, dueAt, silence, total, decided: kept + removed };
    }),
  };
}

type Removing = { silence: Silence; everyMonths: number | null };

/** Members without a decision stay whom a review would remove, or they are reviewed later. */
function keepsMore(before: readonly (Removing | undefined)[], after: Removing): boolean {
  const months = after.everyMonths ?? Infinity;
  return before.some(
    (review) =>
      review?.silence === "remove" &&
      (after.silence === "keep" || months > (review.everyMonths ?? Infinity)),
  );
}

/** The next review comes later than it would have, also with fewer months between reviews: these begin now. */
function comesLater(
  schedule: { silence: Silence; nextAt: Date | null } | undefined,
  nextAt: Date | null,
): boolean {
  if (schedule?.silence !== "remove" || schedule.nextAt === null) return false;
  return nextAt === null || nextAt > schedule.nextAt;
}

function requireReviewer(row: GroupRow | undefined, actor: UserActor): OnMembers<"review"> {
  return requireReview(requireVisible(row, actor));
}

type Reviewable = Pick<AuthorizedGroup, "name" | "enrolment" | "memberCount">;

function refusalOf({ name, enrolment, memberCount }: Reviewable): ApiError | null {
  if (enrolment === "automatic") return new ApiError("bulk_by_requirements", { name });
  if (memberCount > MAX_REVIEWED)
    return new ApiError("review_too_large", { name, count: MAX_REVIEWED });
  return memberCount > 1 ? null : new ApiError("review_nobody", { name });
}

function requireReviewable(group: Reviewable) {
  const refusal = refusalOf(group);
  if (refusal !== null) throw refusal;
}

const dueIn = (days: number) => new Date(Date.now() + days * DAY_MS);

function inWords({ everyMonths, silence }: ReviewSettings) {
  return { reviewMonths: everyMonths === null ? null : String(everyMonths), silence };
}
