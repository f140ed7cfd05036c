import { plural } from "#web/language/macros.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type { FunnelStep } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { enumerated } from "#web/lib/enumerated.ts";

/** The parts of a rule that must be met one and all: what a funnel counts by. */
export function stepsOf(tree: Requirement): Requirement[] {
  return tree.type === "all" ? tree.of : [tree];
}

const REASONS: Record<UnknownReason, (count: number) => string> = {
  never_read: (count) => plural(count, { one: "# not read yet", other: "# not read yet" }),
  too_old: (count) => plural(count, { one: "# read too long ago", other: "# read too long ago" }),
  missing_scope: (count) =>
    plural(count, {
      one: "# authorized without this permission",
      other: "# authorized without this permission",
    }),
  no_authorization: (count) =>
    plural(count, {
      one: "# without a valid authorization",
      other: "# without a valid authorization",
    }),
  authorization_unknown: (count) =>
    plural(count, {
      one: "# whose authorization EVE did not confirm",
      other: "# whose authorization EVE did not confirm",
    }),
  no_director: (count) =>
    plural(count, { one: "# whom no director can read", other: "# whom no director can read" }),
  eve_failed: (count) =>
    plural(count, { one: "# for whom EVE did not answer", other: "# for whom EVE did not answer" }),
  suspended: (count) => plural(count, { one: "# suspended", other: "# suspended" }),
  unconfirmed: (count) => plural(count, { one: "# not confirmed", other: "# not confirmed" }),
  source_off: (count) =>
    plural(count, { one: "# whose application is off", other: "# whose application is off" }),
  contradictory: (count) =>
    plural(count, { one: "# with two different values", other: "# with two different values" }),
  value_ended: (count) =>
    plural(count, { one: "# whose value has ended", other: "# whose value has ended" }),
};

/** "6 do not meet it, 12 without a valid authorization" */
export function missedText({ unmet, unknown }: FunnelStep): string {
  return enumerated(
    [
      unmet > 0 && plural(unmet, { one: "# does not meet it", other: "# do not meet it" }),
      ...UNKNOWN_REASONS.map((reason) => {
        const count = unknown[reason] ?? 0;
        return count > 0 && REASONS[reason](count);
      }),
    ].filter((text) => text !== false),
  );
}
