import { t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { PROBLEM_WORDS } from "#shared/discord/servers.ts";
import { HAS_ROLE, ROLE_STATE_WORDS } from "#shared/discord/roles.ts";
import type { RoleHolder } from "#shared/discord/roles.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import { enumerated } from "#web/lib/enumerated.ts";

/** Why a member has a role, or does not have it although groups give it. */
export function whyText({ state, groups, problem }: RoleHolder): string {
  const names = enumerated(groups.map(({ name }) => name));
  const cause = names === "" ? "" : t`Member of ${names}.`;
  if (state === "given") return cause;
  const words = sayShared(
    state === "impossible" && problem !== null ? PROBLEM_WORDS[problem] : ROLE_STATE_WORDS[state],
  );
  return cause === "" ? words : `${cause} ${words}`;
}

/** One line for each person. */
export function roleHoldersCsv(holders: readonly RoleHolder[]): string {
  const header = ["Discord", t`Discord ID`, t`Main`, t`Main ID`, t`Has the role`, t`Why`];
  const lines = holders.map((holder) => [
    holder.name,
    holder.discordId,
    holder.mainCharacterName ?? "",
    String(holder.mainCharacterId ?? ""),
    HAS_ROLE.has(holder.state) ? t`yes` : t`no`,
    whyText(holder),
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
