import type {
  ApplyUndo,
  UndoChange,
  UndoPreview,
  UndoQuery,
  UndoResult,
  UndoStep,
} from "#shared/pilots/undo.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { GuardFailed } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requestEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { planUndo } from "./plan-undo.ts";
import type { UndoPlan } from "./plan-undo.ts";
import { writeUndo } from "./write-store.ts";

/** What undoing the actions of a user in a span would change, by name, and what stays and why. Writes nothing. */
export async function previewUndo(
  context: Context,
  actor: UserActor,
  query: UndoQuery,
): Promise<UndoPreview> {
  const plan = await planUndo(context, actor, query);
  const { person, eventCount, stays, holds } = plan;
  return {
    person,
    eventCount,
    steps: presentSteps(plan),
    stays,
    holds,
    digest: await digestOf(plan),
  };
}

/** Does what a preview has shown, or nothing: anything that has changed since is a conflict. */
export async function applyUndo(
  context: Context,
  actor: UserActor,
  { digest, ...query }: ApplyUndo,
): Promise<UndoResult> {
  const plan = await planUndo(context, actor, query);
  if ((await digestOf(plan)) !== digest) throw new ApiError("undo_changed");
  if (plan.steps.length === 0) throw new ApiError("nothing_to_undo");
  try {
    await writeUndo(context, actor, query, plan);
  } catch (error) {
    throw error instanceof GuardFailed ? new ApiError("undo_changed") : error;
  }
  if (plan.steps.some(({ rule }) => rule !== undefined)) await requestEvaluation(context);
  const held = plan.holds.reduce((sum, { count }) => sum + count, 0);
  return { undone: plan.steps.length - held, held };
}

const ORDER: UndoChange["kind"][] = ["rule", "setting", "owner", "role", "add", "end", "remove"];

/** By the names of groups, then of users. */
function presentSteps({ steps, groups, nameOf }: UndoPlan): UndoStep[] {
  return steps
    .map(({ groupId, userId, change }) => ({
      groupId,
      groupName: groups.get(groupId)?.name ?? "",
      person: userId === null ? null : { userId, name: nameOf(userId) },
      change,
    }))
    .toSorted(
      (a, b) =>
        a.groupName.localeCompare(b.groupName) ||
        a.groupId.localeCompare(b.groupId) ||
        ORDER.indexOf(a.change.kind) - ORDER.indexOf(b.change.kind) ||
        (a.person?.name ?? "").localeCompare(b.person?.name ?? ""),
    );
}

/** Two plans with the same digest change the same things in the same way, and leave the same. */
function digestOf({ steps, stays, holds }: UndoPlan): Promise<string> {
  const left = stays.map(({ event, because, count, changed }) => [
    event.id,
    because,
    count,
    changed,
  ]);
  return sha256(JSON.stringify([steps, left, holds]));
}
