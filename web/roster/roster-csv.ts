import { t } from "#web/language/macros.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { RosterMember } from "#shared/corporations/roster.ts";
import { nameOf, risksOf, stateText } from "./member-text.ts";

/** One line for each member. */
export function rosterCsv(members: readonly RosterMember[]): string {
  const lines = members.map((member) => {
    const { characterId, registration, lastOnlineAt, joinedAt, titles, left } = member;
    return [
      nameOf(member),
      String(characterId),
      stateText(member),
      registration?.main?.name ?? (registration === null ? "" : nameOf(member)),
      enumerated(risksOf(member)),
      enumerated(titles),
      lastOnlineAt ?? "",
      joinedAt ?? "",
      registration === null ? "" : String(registration.groupCount),
      registration?.discordName ?? "",
      left?.at ?? "",
    ];
  });
  const header = [
    t`Character`,
    t`Character ID`,
    t`State`,
    t`Main`,
    t`High-risk roles`,
    t`Titles`,
    t`Last in game (EVE)`,
    t`Joined (EVE)`,
    t`Groups`,
    "Discord",
    t`Left (EVE)`,
  ];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
