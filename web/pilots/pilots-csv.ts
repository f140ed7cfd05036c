import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";

/** One line for each pilot of a list. */
export function pilotsCsv(pilots: readonly PilotEntry[]): string {
  const header = [
    t`Main`,
    t`Main ID`,
    t`Matched alt`,
    t`Corporation`,
    t`Characters`,
    t`Authorizations lost`,
    "Discord",
    t`Groups`,
    t`Last seen (EVE)`,
    t`Suspended`,
    t`First membership ends (EVE)`,
    t`Administrator`,
  ];
  const lines = pilots.map((pilot) => [
    pilot.mainCharacterName ?? say(UNKNOWN_USER),
    String(pilot.mainCharacterId ?? ""),
    pilot.matchedAlt ?? "",
    pilot.corporation?.name ?? String(pilot.corporation?.corporationId ?? ""),
    String(pilot.tokens.length),
    String(pilot.tokens.filter((mark) => mark === "revoked").length),
    pilot.discordName ?? "",
    String(pilot.groupCount),
    pilot.lastSeenAt ?? "",
    pilot.suspension === null ? "" : (pilot.suspension.until ?? t`permanently`),
    pilot.graceEndsAt ?? "",
    pilot.isAdmin ? t`yes` : "",
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
