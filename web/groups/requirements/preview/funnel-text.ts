import type { UnknownReason } from "#shared/requirements/outcome.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type { FunnelStep } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { formatInteger } from "#web/lib/format.ts";

/** The parts of a rule that must be met one and all: what a funnel counts by. */
export function stepsOf(tree: Requirement): Requirement[] {
  return tree.type === "all" ? tree.of : [tree];
}

const REASONS: Record<UnknownReason, string> = {
  never_read: "not read yet",
  too_old: "read too long ago",
  missing_scope: "authorized without it",
  no_authorization: "without a valid authorization",
  authorization_unknown: "whose authorization EVE did not confirm",
  no_director: "whom no director can read",
  eve_failed: "of whom EVE did not answer",
  suspended: "suspended",
  unconfirmed: "not confirmed",
  source_off: "whose application is off",
  contradictory: "told in two ways",
  value_ended: "whose value has ended",
};

/** "6 do not meet it, 12 without a valid authorization" */
export function missedText({ unmet, unknown }: FunnelStep): string {
  return [
    unmet > 0 && `${formatInteger(unmet)} ${unmet === 1 ? "does" : "do"} not meet it`,
    ...UNKNOWN_REASONS.map((reason) => {
      const count = unknown[reason] ?? 0;
      return count > 0 && `${formatInteger(count)} ${REASONS[reason]}`;
    }),
  ]
    .filter(Boolean)
    .join(", ");
}
