import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import type { User } from "#shared/session.ts";
import type { Message } from "#shared/language/messages.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { msg, ph, plural, t } from "#web/language/macros.ts";
import { characterSearchQuery } from "#web/eve/character-search.tsx";
import { groupsQuery } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { paths } from "#web/lib/paths.ts";
import { serverNow } from "#web/lib/clock.ts";
import { say } from "#web/language/messages.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { pilotEntry, readCommand } from "./entries.ts";
import type { Entry, PaletteSection, Step, Subject } from "./entries.ts";
import { matching, trimStopWords } from "./match.ts";
import { readPastSearch } from "./past-day.ts";
import {
  contains,
  daySections,
  filled,
  isAnswer,
  pastSections,
  reached,
  verbsOf,
} from "./results.ts";
import type { SubjectKind } from "./settings.ts";

const SEARCH_DEBOUNCE_MS = 250;

type Found = {
  sections: PaletteSection[];
  isSearching: boolean;
  /** What could not be searched. */
  failed: string | undefined;
};

const NOTHING: Found = { sections: [], isSearching: false, failed: undefined };

/** What is found by name once the typing has paused: all kinds of things for administrators, pilots and groups for players. */
export function useFound(user: User | null, typed: string, step: Step | undefined): Found {
  const isAdmin = user?.is_admin ?? false;
  const forAdmin = useAdminFound(user, typed, step, isAdmin);
  const forPlayer = usePlayerFound(user, typed, !isAdmin);
  return isAdmin ? forAdmin : forPlayer;
}

function adminSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["admin-search", q],
    queryFn: () => body(api.admin.search.$get({ query: { q } })),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

function useAdminFound(
  user: User | null,
  typed: string,
  step: Step | undefined,
  isEnabled: boolean,
): Found {
  const past = readPastSearch(typed, serverNow());
  const command = step === undefined && past === undefined ? readCommand(typed) : undefined;
  const asked = past?.name ?? command?.rest ?? trimStopWords(typed);
  const q = useDebounced(asked, SEARCH_DEBOUNCE_MS);
  const isAsked = asked.length >= SEARCH_MIN_LENGTH || step !== undefined;
  const search = useQuery({ ...adminSearchQuery(q), enabled: isEnabled && isAsked });
  if (isEnabled && past?.name === "") return { ...NOTHING, sections: daySections(past.on) };
  if (!isEnabled || !isAsked) return NOTHING;
  const isSettled = q === asked;
  // Results that are loaded already answer at once, if they still match.
  const loaded = search.data && foundEntries(search.data);
  const isExact = isSettled && !search.isPlaceholderData;
  const fitting = (entries: Entry[]) =>
    isExact ? entries : entries.filter((entry) => contains(entry, asked));
  const state = {
    isSearching: !isSettled || search.isFetching,
    failed: isSettled && search.isError ? t`Muster could not search. Try again.` : undefined,
  };
  if (!loaded) return { ...state, sections: [] };
  const pilots = fitting(loaded.pilot);
  if (step !== undefined) {
    const to = (entries: Entry[]) => entries.flatMap((entry) => reached(entry, step));
    return {
      ...state,
      sections: filled([{ title: step.label, entries: to(fitting(loaded[step.kind])) }]),
    };
  }
  if (past !== undefined) return { ...state, sections: filled(pastSections(pilots, past.on)) };

  const own = matching(ownPilots(user), typed.trim()).filter(
    ({ characterId }) => !pilots.some((pilot) => pilot.characterId === characterId),
  );
  const whole = (entries: Entry[]) =>
    command === undefined ? fitting(entries) : entries.filter((entry) => contains(entry, typed));
  const answer =
    command === undefined
      ? pilots.find((pilot) => isAnswer(pilot, asked) || isAnswer(pilot, typed.trim()))
      : undefined;
  const sections = sectionsOf({
    pilot: [...whole(pilots).filter((pilot) => pilot !== answer), ...own],
    corporation: whole(loaded.corporation),
    group: whole(loaded.group),
    server: whole(loaded.server),
    application: whole(loaded.application),
  });
  const meant = (command?.steps ?? []).flatMap((meantStep) =>
    fitting(loaded[meantStep.kind]).flatMap((entry) => reached(entry, meantStep)),
  );
  return {
    ...state,
    sections: filled([
      {
        title: t({ context: "heading", message: "Answer" }),
        entries: answer === undefined ? [] : [{ ...answer, isAnswer: true }],
      },
      { title: t`Do`, entries: meant },
      ...sections,
      { title: t`With this pilot`, entries: answer?.subject ? verbsOf(answer) : [] },
    ]),
  };
}

function ownPilots(user: User | null): Entry[] {
  return (user?.characters ?? []).map(({ characterId, characterName }) =>
    pilotEntry(characterId, characterName, t`Yours`),
  );
}

function usePlayerFound(user: User | null, typed: string, isEnabled: boolean): Found {
  const asked = trimStopWords(typed);
  const q = useDebounced(asked, SEARCH_DEBOUNCE_MS);
  const enabled = isEnabled && q.length >= SEARCH_MIN_LENGTH;
  const isSettled = q === asked;
  const pilotSearch = useQuery({
    ...characterSearchQuery(q),
    enabled: enabled && user?.guest === undefined,
  });
  const groupSearch = useInfiniteQuery({ ...groupsQuery({ search: q }), enabled });
  const own = ownPilots(user);
  const ownKeys = new Set(own.map(({ key }) => key));
  const others = (enabled && isSettled ? (pilotSearch.data ?? []) : [])
    .map(({ characterId, characterName }) => pilotEntry(characterId, characterName))
    .filter(({ key }) => !ownKeys.has(key));
  const groups = (enabled && isSettled ? itemsOf(groupSearch.data) : []).map((group): Entry => {
    const to = paths.group(group.id);
    return { key: to, to, text: group.name, icon: "group", hint: hintOn(group) };
  });
  return {
    sections: filled([
      { title: t`Pilots`, entries: [...(asked ? matching(own, asked) : []), ...others] },
      { title: t`Groups`, entries: groups },
    ]),
    isSearching:
      asked.length >= SEARCH_MIN_LENGTH &&
      (!isSettled || pilotSearch.isLoading || groupSearch.isLoading),
    failed: enabled && isSettled ? failureOf(pilotSearch.isError, groupSearch.isError) : undefined,
  };
}

function failureOf(ofPilots: boolean, ofGroups: boolean): string | undefined {
  if (ofPilots && ofGroups) return t`Muster could not search pilots and groups. Try again.`;
  if (ofPilots) return t`Muster could not search pilots. Try again.`;
  return ofGroups ? t`Muster could not search groups. Try again.` : undefined;
}

function hintOn({
  isOwner,
  isMember,
  memberCount,
}: {
  isOwner: boolean;
  isMember: boolean;
  memberCount: number;
}) {
  if (isOwner) return t`Owner`;
  return isMember ? t`Member` : plural(memberCount, { one: "# member", other: "# members" });
}

type FoundEntry = Entry & { subject: Subject; to: string };

/** What a search of an administrator has found, by kind. */
function foundEntries(found: AdminSearch): Record<SubjectKind, FoundEntry[]> {
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

/** A section for each kind. */
function sectionsOf(found: Record<SubjectKind, Entry[]>): PaletteSection[] {
  return TITLES.map(([kind, title]) => ({ title: say(title), entries: found[kind] }));
}
