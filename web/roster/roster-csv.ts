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
      risksOf(member).join(", "),
      titles.join(", "),
      lastOnlineAt ?? "",
      joinedAt ?? "",
      registration === null ? "" : String(registration.groupCount),
      registration?.discordName ?? "",
      left?.at ?? "",
    ];
  });
  const header = [
    "Character",
    "Character ID",
    "State",
    "Main",
    "High-risk roles",
    "Titles",
    "Last in game (EVE)",
    "Joined (EVE)",
    "Groups",
    "Discord",
    "Left (EVE)",
  ];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
