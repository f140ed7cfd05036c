import { isWithinLimits } from "#shared/requirements/limits.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { Community, MovedRule } from "#worker/ops/move-in/plan/community.ts";
import { corporationRule } from "#worker/ops/move-in/plan/rules.ts";
import type { Report } from "#worker/ops/move-in/read/report.ts";
import type { Tables } from "./tables.ts";

type State = NonNullable<ReturnType<Tables["states"]["get"]>>;

export function stateGroupKey(stateKey: string): string {
  return `state ${stateKey}`;
}

/**
 * Each state becomes a system group with the same users. A state of corporations and alliances enrols by itself; of others
 * the members stay as they are. States for everybody become no group.
 */
export function readStates(tables: Tables, { groups, members }: Community, report: Report) {
  const restricted = [...tables.states].filter(([, state]) => !state.public);
  for (const [key, state] of restricted) {
    const { name, place } = state;
    const higher = restricted
      .filter(([, other]) => other.priority > state.priority)
      .map(([other]) => other);
    const rule = ruleOf(tables, state, higher);
    if (rule === undefined) {
      const reason =
        "It lists characters or factions, or nothing, which a requirement cannot: its group keeps its members until they are changed by hand.";
      report.push({ outcome: "changed", what: "state", name, place, reason });
    }
    groups.set(stateGroupKey(key), {
      name: `${name} (state)`,
      description: `Who had the state ${name} in Alliance Auth.`,
      visibility: "system",
      joinMode: "invitation_only",
      rule,
      place,
    });
  }
  for (const { user, state: ref } of tables.profiles) {
    const state = tables.stateKeys.get(ref ?? "");
    const holder = tables.userKeys.get(user);
    const moved = tables.users.get(holder ?? "");
    if (holder === undefined || moved === undefined || state === undefined) continue;
    if (tables.states.get(state)?.public) continue;
    members.push({ group: stateGroupKey(state), user: holder, place: moved.place });
  }
}

/** A user has the first state, by priority, whose lists the main is in. */
function ruleOf(tables: Tables, state: State, higher: string[]): MovedRule | undefined {
  if (state.member_characters.length > 0 || state.member_factions.length > 0) return undefined;
  const main = corporationRule(
    state.member_corporations.flatMap((ref) => tables.corporations.get(ref) ?? []),
    state.member_alliances.flatMap((ref) => tables.alliances.get(ref) ?? []),
  );
  if (main === undefined) return undefined;
  const tree = (idOf: (key: string) => string): Requirement =>
    higher.length === 0
      ? main
      : {
          type: "all",
          of: [
            main,
            {
              type: "not",
              of: { type: "member_of", groupIds: higher.map((key) => idOf(stateGroupKey(key))) },
            },
          ],
        };
  return isWithinLimits(tree(String)) ? { enrolment: "automatic", tree } : undefined;
}
