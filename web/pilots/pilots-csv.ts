import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";

/** One line for each pilot of a list. */
export function pilotsCsv(pilots: readonly PilotEntry[]): string {
  const header = [
    "Main",
    "Main ID",
    "Matched alt",
    "Corporation",
    "Characters",
    "Authorizations lost",
    "Discord",
    "Groups",
    "Last seen (EVE)",
    "Suspended",
    "First membership ends (EVE)",
    "Administrator",
  ];
  const lines = pilots.map((pilot) => [
    pilot.mainCharacterName ?? UNKNOWN_USER,
    String(pilot.mainCharacterId ?? ""),
    pilot.matchedAlt ?? "",
    pilot.corporation?.name ?? String(pilot.corporation?.corporationId ?? ""),
    String(pilot.tokens.length),
    String(pilot.tokens.filter((mark) => mark === "revoked").length),
    pilot.discordName ?? "",
    String(pilot.groupCount),
    pilot.lastSeenAt ?? "",
    pilot.suspension === null ? "" : (pilot.suspension.until ?? "permanently"),
    pilot.graceEndsAt ?? "",
    pilot.isAdmin ? "yes" : "",
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
