import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
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
      ...(!isActive && { warning: t`off` }),
      subject: { kind: "corporation", id: String(corporationId), name },
    })),
    group: found.groups.map(({ id, name, categoryName, memberCount }) => ({
      key: `group ${id}`,
      to: paths.adminGroup(id),
      text: name,
      detail: categoryName,
      hint: plural(memberCount, { one: "# member", other: "# members" }),
      icon: "group",
      subject: { kind: "group", id, name },
    })),
    server: found.servers.map(({ id, name, isOn }) => ({
      key: `server ${id}`,
      to: paths.adminDiscordServer(id),
      text: name,
      icon: "chat",
      ...(!isOn && { warning: t({ context: "server", message: "off" }) }),
      subject: { kind: "server", id, name },
    })),
    application: found.applications.map(({ id, name, isOn }) => ({
      key: `application ${id}`,
      to: paths.adminApplication(id),
      text: name,
      icon: "apps",
      ...(!isOn && { warning: t`off` }),
      subject: { kind: "application", id, name },
    })),
  };
}

function pilotRow(pilot: PilotEntry): FoundEntry {
  const { userId, mainCharacterId, mainCharacterName, corporation, matchedAlt, groupCount } = pilot;
  const name = mainCharacterName ?? say(UNKNOWN_USER);
  const warning = problemOf(pilot);
  const corporationName =
    corporation === null
      ? t`Corporation not read`
      : (corporation.name ?? t`Corporation ${ph({ corporationId: corporation.corporationId })}`);
  return {
    key: `pilot ${userId}`,
    to: paths.adminPilot(userId),
    text: name,
    detail: matchedAlt === null ? corporationName : t`plays ${matchedAlt}`,
    hint: plural(groupCount, { one: "# group", other: "# groups" }),
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
  if (suspension !== null) return t`suspended`;
  if (tokens.length > 0 && tokens.every((token) => token === "none")) return t`never authorized`;
  const lost = tokens.filter((token) => token === "revoked").length;
  if (lost > 0)
    return t`${plural(lost, { one: "# authorization", other: "# authorizations" })} lost`;
  return graceEndsAt === null ? undefined : t`a membership ends`;
}

const TITLES: [SubjectKind, Message][] = [
  ["pilot", msg`Pilots`],
  ["corporation", msg`Corporations`],
  ["group", msg`Groups`],
  ["server", msg`Discord servers`],
  ["application", msg`Applications`],
];

/** The same under a title for each kind. */
export function sectionsOf(found: Record<SubjectKind, Entry[]>): Section[] {
  return TITLES.map(([kind, title]) => ({ title: say(title), entries: found[kind] }));
}
