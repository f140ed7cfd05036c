import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import type { User } from "#shared/session.ts";
import { characterSearchQuery } from "#web/eve/character-search.tsx";
import { groupsQuery } from "#web/groups/group/queries.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { pilotsQuery } from "#web/pilots/queries.ts";
import { matching, pilotEntry } from "./places.ts";
import type { Entry, Section } from "./places.ts";

const SEARCH_DEBOUNCE_MS = 400;
const SHOWN = 6;

type Found = {
  sections: Section[];
  isSearching: boolean;
  /** What could not be searched. */
  failed: string | undefined;
};

/**
 * Pilots and groups by what was typed, once the typing has paused. The user's own pilots are found at once. Administrators
 * find the pages of players first, and players by their alts.
 */
export function useFound(user: User | null, typed: string): Found {
  const asked = typed.trim();
  const q = useDebounced(asked, SEARCH_DEBOUNCE_MS);
  const enabled = q.length >= SEARCH_MIN_LENGTH;
  const isSettled = q === asked;
  const pilotSearch = useQuery({
    ...characterSearchQuery(q),
    enabled: enabled && user?.guest === undefined,
  });
  const groupSearch = useInfiniteQuery({ ...groupsQuery({ search: q }), enabled });

  const isAdmin = user?.is_admin ?? false;
  const userSearch = useInfiniteQuery({
    ...pilotsQuery({ search: q }),
    enabled: enabled && isAdmin,
  });

  // What administrators find comes together: the page of a player stands before the sheet from the start.
  const isShown = enabled && isSettled && !userSearch.isLoading;
  const own = (user?.characters ?? []).map(({ characterId, characterName }) =>
    pilotEntry(characterId, characterName, "Yours"),
  );
  const ownKeys = new Set(own.map(({ key }) => key));
  const others = (isShown ? (pilotSearch.data ?? []) : [])
    .map(({ characterId, characterName }) =>
      pilotEntry(characterId, characterName, isAdmin ? "Sheet" : undefined),
    )
    .filter(({ key }) => !ownKeys.has(key));
  const groups = (enabled && isSettled ? itemsOf(groupSearch.data) : []).map((group): Entry => {
    const to = paths.group(group.id);
    return { key: to, to, text: group.name, icon: "group", hint: hintOn(group) };
  });

  const players = isShown ? itemsOf(userSearch.data) : [];
  const mains = players
    .filter(
      ({ matchedAlt, mainCharacterName }) => matchedAlt === null && mainCharacterName !== null,
    )
    .map(({ userId, mainCharacterName }): Entry => {
      const to = paths.adminPilot(userId);
      return { key: to, to, text: mainCharacterName ?? "", icon: "shield", hint: "Admin page" };
    });
  const alts = players
    .filter(({ matchedAlt }) => matchedAlt !== null)
    .map(({ userId, matchedAlt, mainCharacterName }): Entry => {
      const to = paths.adminPilot(userId);
      const hint = `Alt of ${mainCharacterName ?? UNKNOWN_USER}`;
      return { key: `alt of ${userId}`, to, text: matchedAlt ?? "", icon: "person", hint };
    });

  const sections = [
    { title: "Players", entries: mains },
    { title: "Pilots", entries: [...(asked ? matching(own, asked) : []), ...others] },
    { title: "Alts", entries: alts },
    { title: "Groups", entries: groups },
  ];
  const failed = [
    pilotSearch.isError && "pilots",
    userSearch.isError && "players",
    groupSearch.isError && "groups",
  ].filter((what) => what !== false);
  return {
    sections: sections
      .map(({ title, entries }) => ({ title, entries: entries.slice(0, SHOWN) }))
      .filter(({ entries }) => entries.length > 0),
    isSearching:
      asked.length >= SEARCH_MIN_LENGTH &&
      (!isSettled || pilotSearch.isLoading || userSearch.isLoading || groupSearch.isLoading),
    failed:
      enabled && isSettled && failed.length > 0
        ? `Muster could not search ${failed.join(" and ")}. Try again.`
        : undefined,
  };
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
  if (isOwner) return "Owner";
  return isMember ? "Member" : formatCount(memberCount, "member");
}
