import type { ReviewedRequirements } from "#shared/groups/request-pages.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runNamed } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import { selectEvidenceOf } from "./gate.ts";
import {
  mentionedIn,
  selectAffiliationNames,
  selectNames,
  toRuleNames,
  withNames,
} from "./names.ts";
import { shownCauses } from "./shown-causes.ts";

type Pilot = { userId: string; mainCharacterId: number | null };

/** Whether a pilot meets the requirements, and why not, as far as the reviewer of a request may know. One round trip. */
export async function requirementsForReviewer(
  { db }: Context,
  actor: UserActor,
  tree: Requirement,
  { userId, mainCharacterId }: Pilot,
): Promise<ReviewedRequirements | null> {
  const now = Date.now();
  const mentioned = mentionedIn([tree]);
  const asked = needsOf([tree]);
  // Others get the answer of a world without the watchlist.
  const needs = { ...asked, watchlist: asked.watchlist && actor.isAdmin };
  const found = await runNamed(db, {
    names: selectNames(mentioned, actor),
    places: [selectAffiliationNames([userId])],
    evidence: selectEvidenceOf([userId], needs),
  });
  const [eve, ...others] = found.names;
  const names = toRuleNames(mentioned, [...eve, ...found.places[0]], ...others);
  const [pilot] = toEvidence(found.evidence, needs, now);
  if (pilot === undefined) return null;
  const trace = evaluate(tree, pilot, now);
  return {
    outcome: trace.outcome,
    causes: shownCauses(withNames(causesOf(trace), names), {
      isCharacterShown: (id) => actor.isAdmin || id === mainCharacterId,
      isGroupShown: (id) => id in names.groups,
      isKeeper: actor.isAdmin,
    }),
  };
}
