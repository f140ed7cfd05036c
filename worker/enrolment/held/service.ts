import type {
  HeldChange,
  HeldChanges,
  HeldDecision,
  HeldDetail,
  HeldTrigger,
} from "#shared/requirements/held.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { selectHeldServers } from "#worker/discord/servers/store.ts";
import type { Context } from "#worker/env.ts";
import { requireHeldDecision } from "#worker/groups/members/policy.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requestEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { releaseCost } from "#worker/enrolment/passes/release-cost.ts";
import * as store from "./store.ts";
import type { HeldRow } from "./store.ts";

export async function listHeld({ db }: Context): Promise<HeldChanges> {
  const [waiting, asked, servers, decided] = await runBatch(db, [
    store.selectWaiting(),
    store.selectAsked(),
    selectHeldServers(),
    store.selectDecided(),
  ]);
  return {
    waiting: [...waiting, ...asked]
      .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .map(present),
    servers: servers.map(({ at, ...server }) => ({
      ...server,
      at: (at ?? new Date()).toISOString(),
    })),
    decided: decided.map(present),
  };
}

export async function getHeld({ db, config }: Context, id: string): Promise<HeldDetail> {
  const [[row], users, asked, [followed]] = await runBatch(db, [
    store.selectHeld({ id }),
    store.selectHeldUsers({ id }),
    store.selectAskedUsers({ id }),
    store.selectFollowing({ id }),
  ]);
  if (row === undefined) throw new ApiError("held_gone");
  return {
    ...present(row),
    users: [...users, ...asked.map((user) => ({ ...user, causes: [] }))],
    release: releaseCost(config.PLAN, {
      removals: row.removalCount,
      isAsked: row.askedBy !== null,
      servers: followed?.servers ?? 0,
    }),
  };
}

export async function releaseHeld(
  context: Context,
  actor: Administrator,
  id: string,
  decision: HeldDecision,
): Promise<HeldChange> {
  await decide(context, actor, id, { ...decision, kind: "removals_released" });
  await requestEvaluation(context);
  return readOne(context, id);
}

export async function discardHeld(
  context: Context,
  actor: Administrator,
  id: string,
  decision: HeldDecision,
): Promise<HeldChange> {
  await decide(context, actor, id, { ...decision, kind: "removals_discarded" });
  return readOne(context, id);
}

/** Evaluates everybody whom the hold concerns again. */
export async function computeHeld(context: Context, id: string): Promise<HeldChange> {
  const held = await readOne(context, id);
  if (held.state !== "held") throw new ApiError("held_decided");
  // The list of members that an administrator asks to remove does not change.
  if (held.trigger.kind === "asked") return held;
  if (!(await store.computeAgain(context, id))) throw new ApiError("held_decided");
  await requestEvaluation(context);
  return held;
}

async function decide(
  context: Context,
  actor: Administrator,
  id: string,
  decision: HeldDecision & Pick<store.DecisionOfHeld, "kind">,
) {
  const { state, groupId, trigger } = await readOne(context, id);
  if (state !== "held") throw new ApiError("held_decided");
  const decide = trigger.kind === "asked" ? store.decideAsked : store.decide;
  if (await decide(context, requireHeldDecision(actor, groupId), { ...decision, id })) return;
  if ((await readOne(context, id)).state !== "held") throw new ApiError("held_decided");
  throw new ApiError("removals_changed");
}

async function readOne({ db }: Context, id: string): Promise<HeldChange> {
  const [row] = await run(db, store.selectHeld({ id }));
  if (row === undefined) throw new ApiError("held_gone");
  return present(row);
}

function present(found: HeldRow): HeldChange {
  const {
    editedAt: _,
    editedByName: __,
    askedBy: ___,
    askedByName: ____,
    reviewId: _____,
    ...row
  } = found;
  return {
    ...row,
    trigger: triggerOf(found),
    computedAt: row.computedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

function triggerOf(row: HeldRow): HeldTrigger {
  const { askedBy, askedByName, reviewId, createdAt, editedAt, editedByName } = row;
  if (askedBy !== null) {
    const isReview = reviewId !== null;
    return { kind: "asked", isReview, actorName: askedByName, at: createdAt.toISOString() };
  }
  return editedAt === null
    ? { kind: "evidence" }
    : { kind: "rule", actorName: editedByName, at: editedAt.toISOString() };
}
