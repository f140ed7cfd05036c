import type { FunnelStep, Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import type { FoundCause } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { UserEvidence } from "#worker/requirements/evaluation/user-evidence.ts";

type Candidate = { evidence: UserEvidence };

/** What is found of one user: the first part that is not met, and why if it is the only one. */
type Way = { stoppedAt: number; causes: FoundCause[]; isNear: boolean };

/** The parts of a rule that must all be met. A rule that is no `all` has one. */
function partsOf(tree: Requirement): Requirement[] {
  return tree.type === "all" ? tree.of : [tree];
}

function wayOf(parts: readonly Requirement[], { evidence }: Candidate, now: number): Way {
  const traces = parts.map((part) => evaluate(part, evidence, now));
  const missed = traces.filter(({ outcome }) => outcome !== "met");
  const [first] = missed;
  return {
    stoppedAt: first === undefined ? parts.length : traces.indexOf(first),
    causes: first === undefined ? [] : causesOf(first),
    isNear: missed.length === 1 && parts.length > 1,
  };
}

/** How far users come, part by part, and who lacks one part only. */
export function funnelOf<User extends Candidate>(
  rule: Pick<Rule, "tree"> | null,
  users: readonly User[],
  now: number,
): { steps: FunnelStep[]; near: { user: User; causes: FoundCause[] }[] } {
  const parts = rule === null ? [] : partsOf(rule.tree);
  const steps = parts.map((): FunnelStep => ({ met: 0, unmet: 0, unknown: {} }));
  const near: { user: User; causes: FoundCause[] }[] = [];
  for (const user of users) {
    const { stoppedAt, causes, isNear } = wayOf(parts, user, now);
    for (const step of steps.slice(0, stoppedAt)) step.met += 1;
    const step = steps[stoppedAt];
    if (step !== undefined) {
      const [cause] = causes;
      const reason = cause?.outcome === "unknown" ? cause.reading.unknown : null;
      if (reason === null) step.unmet += 1;
      else step.unknown[reason] = (step.unknown[reason] ?? 0) + 1;
    }
    if (isNear) near.push({ user, causes });
  }
  return { steps, near };
}
