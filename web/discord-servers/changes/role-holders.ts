import { PROBLEM_WORDS } from "#shared/discord/problems.ts";
import { HAS_ROLE, ROLE_STATE_WORDS } from "#shared/discord/roles.ts";
import type { RoleHolder } from "#shared/discord/roles.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";

/** Why a member has a role, or does not have it although groups give it. */
export function whyText({ state, groups, problem }: RoleHolder): string {
  const names = groups.map(({ name }) => name).join(", ");
  const cause = names === "" ? "" : `Member of ${names}.`;
  if (state === "given") return cause;
  const words =
    state === "impossible" && problem !== null ? PROBLEM_WORDS[problem] : ROLE_STATE_WORDS[state];
  return cause === "" ? words : `${cause} ${words}`;
}

/** One line for each person. */
export function roleHoldersCsv(holders: readonly RoleHolder[]): string {
  const header = ["Discord", "Discord ID", "Main", "Main ID", "Has the role", "Why"];
  const lines = holders.map((holder) => [
    holder.name,
    holder.discordId,
    holder.mainCharacterName ?? "",
    String(holder.mainCharacterId ?? ""),
    HAS_ROLE.has(holder.state) ? "yes" : "no",
    whyText(holder),
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
