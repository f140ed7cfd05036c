import type { RoleState } from "#shared/discord/roles.ts";
import type { MemberProblem } from "#shared/discord/servers.ts";
import { planFor } from "./rules.ts";
import type { Person, ServerRules } from "./rules.ts";

type Known = {
  problem: MemberProblem | null;
  /** Roles whose removal waits for a person. */
  held: readonly string[];
};

/** The state of each mapped role that a member has, or that groups give. Pure, and from the plan that is applied. */
export function roleStates(
  person: Person,
  rules: ServerRules,
  { problem, held }: Known,
): Map<string, RoleState> {
  const { mapping } = rules;
  const plan = planFor(person, rules);
  const wanted = new Set(person.gifts.map(({ roleId }) => roleId));
  const states = new Map<string, RoleState>();
  for (const role of mapping.mapped) {
    const has = person.roles.includes(role);
    if (has) {
      const isLeaving = !wanted.has(role) && plan.remove.includes(role);
      const leaving = held.includes(role) ? "held" : "ending";
      states.set(role, wanted.has(role) ? "given" : isLeaving ? leaving : "by_hand");
    } else if (wanted.has(role)) {
      const isPossible = mapping.assignable.has(role) && problem === null;
      states.set(role, !isPossible ? "impossible" : plan.add.includes(role) ? "coming" : "taken");
    }
  }
  return states;
}
