import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** A page that the menu and the palette lead to. `alias`: other words by which people look for it. */
export type Place = { to: string; label: Message; icon: IconName; alias?: Message };

export const PLAYER_PLACES = {
  dashboard: {
    to: paths.dashboard,
    label: msg`Dashboard`,
    icon: "home",
    alias: msg`home characters discord sessions`,
  },
  groups: { to: paths.groups, label: msg`Groups`, icon: "group", alias: msg`discover browse join` },
  myGroups: { to: paths.myGroups, label: msg`My Groups`, icon: "muster", alias: msg`memberships` },
  operations: {
    to: paths.operations,
    label: msg`Operations`,
    icon: "calendar",
    alias: msg`fleets timers moons meetings calendar events`,
  },
  access: {
    to: paths.access,
    label: msg`My access`,
    icon: "key",
    alias: msg`why roles requirements lost`,
  },
  invitations: {
    to: paths.invitations,
    label: msg`Invitations`,
    icon: "mail",
    alias: msg`invites`,
  },
} as const satisfies Record<string, Place>;

/** For its keepers: a page of the admin area, or of their own menu. */
export const WATCHLIST: Place = {
  to: paths.adminWatchlist,
  label: msg`Watchlist`,
  icon: "eye",
  alias: msg`blacklist watch refuse spies notes`,
};

/**
 * An item of the admin menu. Its link is the first of its places; on these pages, the others are tabs. Pages `below` are reached from
 * there.
 */
type AdminItem = {
  title: Message;
  icon: IconName;
  places: [Place, ...Place[]];
  below?: Place[];
  isWhenUsed?: true;
};

const alone = (place: Place): AdminItem => ({
  title: place.label,
  icon: place.icon,
  places: [place],
});
const whenUsed = (place: Place): AdminItem => ({ ...alone(place), isWhenUsed: true });

const SETTINGS = alone({
  to: paths.adminSettings,
  label: msg`Settings`,
  icon: "sliders",
  alias: msg`community setup health diagnosis status name logo welcome guests`,
});

/** The admin area: six items, and those of features that a community uses. */
export const ADMIN_PLACES: AdminItem[] = [
  {
    ...alone({
      to: paths.adminOverview,
      label: msg`Overview`,
      icon: "gauge",
      alias: msg`decisions statistics members hours health`,
    }),
    below: [
      { to: paths.adminActivity, label: msg`Activity`, icon: "activity", alias: msg`audit log` },
      {
        to: paths.adminUndo,
        label: msg({ context: "page", message: "Undo" }),
        icon: "undo",
        alias: msg`revert actions`,
      },
    ],
  },
  alone({
    to: paths.adminPilots,
    label: msg`Pilots`,
    icon: "person",
    alias: msg`users people suspend ban tokens`,
  }),
  {
    title: msg`Groups`,
    icon: "group",
    places: [
      { to: paths.adminGroups, label: msg`Groups`, icon: "group" },
      { to: paths.adminCategories, label: msg`Categories`, icon: "folder" },
      {
        to: paths.adminReviews,
        label: msg`Reviews`,
        icon: "clipboard",
        alias: msg`members keep remove`,
      },
    ],
  },
  alone({
    to: paths.adminCorporations,
    label: msg`Corporations`,
    icon: "tower",
    alias: msg`directors`,
  }),
  alone({
    to: paths.adminDiscord,
    label: msg`Discord`,
    icon: "chat",
    alias: msg`servers roles nicknames`,
  }),
  SETTINGS,
  whenUsed({
    to: paths.adminHeld,
    label: msg`Held changes`,
    icon: "held",
    alias: msg`removals release discard`,
  }),
  whenUsed(WATCHLIST),
  whenUsed({
    to: paths.adminApplications,
    label: msg`Applications`,
    icon: "apps",
    alias: msg`oauth openid api token webhook`,
  }),
];

/** Which of them this community uses. */
export type Used = ReadonlySet<string>;

export function usedPlaces(waiting: Waiting | undefined): Used {
  return new Set([
    ...((waiting?.held ?? 0) > 0 ? [paths.adminHeld] : []),
    ...(waiting?.isWatching ? [paths.adminWatchlist] : []),
    ...(waiting?.hasApplications ? [paths.adminApplications] : []),
  ]);
}

/** The items of the menu. What the community does not use yet is reached from the settings. */
export function adminMenu(used: Used): AdminItem[] {
  const isShown = ({ isWhenUsed, places: [{ to }] }: AdminItem) => !isWhenUsed || used.has(to);
  const unused = ADMIN_PLACES.filter((item) => !isShown(item)).flatMap(({ places }) => places);
  return ADMIN_PLACES.filter(isShown).map((item) =>
    item === SETTINGS ? { ...item, below: unused } : item,
  );
}

export const placesOf = ({ places, below = [] }: AdminItem): Place[] => [...places, ...below];

/** The item whose places are tabs on this page. */
export function tabbedAt(pathname: string): AdminItem | undefined {
  return ADMIN_PLACES.find(
    ({ places }) => places.length > 1 && places.some(({ to }) => to === pathname),
  );
}
