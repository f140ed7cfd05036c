import type { AdminSearch } from "#shared/admin-search.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import type { Entry, Section, Subject } from "./entries.ts";
import type { SubjectKind } from "./settings.ts";

type FoundEntry = Entry & { subject: Subject; to: string };

/** What a search of an administrator has found, by kind. */
export function foundEntries(found: AdminSearch): Record<SubjectKind, FoundEntry[]> {
  return {
    pilot: found.pilots.map(pilotRow),
    corporation: found.corporations.map(({ corporationId, name, ticker, isActive }) => ({
      key: `corporation ${corporationId}`,
      to: paths.adminCorporation(corporationId),
      text: name,
      detail: `[${ticker}]`,
      alias: ticker,
      icon: "tower",
      corporationId,
      ...(!isActive && { warning: "off" }),
      subject: { kind: "corporation", id: String(corporationId), name },
    })),
    group: found.groups.map(({ id, name, categoryName, memberCount }) => ({
      key: `group ${id}`,
      to: paths.adminGroup(id),
      text: name,
      detail: categoryName,
      hint: formatCount(memberCount, "member"),
      icon: "group",
      subject: { kind: "group", id, name },
    })),
    server: found.servers.map(({ id, name, isOn }) => ({
      key: `server ${id}`,
      to: paths.adminDiscordServer(id),
      text: name,
      icon: "chat",
      ...(!isOn && { warning: "off" }),
      subject: { kind: "server", id, name },
    })),
    application: found.applications.map(({ id, name, isOn }) => ({
      key: `application ${id}`,
      to: paths.adminApplication(id),
      text: name,
      icon: "apps",
      ...(!isOn && { warning: "off" }),
      subject: { kind: "application", id, name },
    })),
  };
}

function pilotRow(pilot: PilotEntry): FoundEntry {
  const { userId, mainCharacterId, mainCharacterName, corporation, matchedAlt, groupCount } = pilot;
  const name = mainCharacterName ?? UNKNOWN_USER;
  const warning = problemOf(pilot);
  const corporationName =
    corporation === null
      ? "Corporation not read"
      : (corporation.name ?? `Corporation ${corporation.corporationId}`);
  return {
    key: `pilot ${userId}`,
    to: paths.adminPilot(userId),
    text: name,
    detail: matchedAlt === null ? corporationName : `plays ${matchedAlt}`,
    hint: formatCount(groupCount, "group"),
    icon: "person",
    ...(mainCharacterId !== null && {
      characterId: mainCharacterId,
      sheet: paths.character(mainCharacterId),
    }),
    ...(matchedAlt !== null && { alias: matchedAlt }),
    ...(warning !== undefined && { warning }),
    subject: { kind: "pilot", id: userId, name },
  };
}

/** The worst of what is wrong with a pilot. */
function problemOf({ suspension, tokens, graceEndsAt }: PilotEntry) {
  if (suspension !== null) return "suspended";
  if (tokens.length > 0 && tokens.every((token) => token === "none")) return "never authorized";
  const lost = tokens.filter((token) => token === "revoked").length;
  if (lost > 0) return `${formatCount(lost, "authorization")} lost`;
  return graceEndsAt === null ? undefined : "a membership ends";
}

const TITLES: [SubjectKind, string][] = [
  ["pilot", "Pilots"],
  ["corporation", "Corporations"],
  ["group", "Groups"],
  ["server", "Discord servers"],
  ["application", "Applications"],
];

/** The same under a title for each kind. */
export function sectionsOf(found: Record<SubjectKind, Entry[]>): Section[] {
  return TITLES.map(([kind, title]) => ({ title, entries: found[kind] }));
}
