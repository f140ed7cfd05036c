import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
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

/** The admin area: pages by what they are about. */
export const ADMIN_PLACES: { title: Message; places: Place[] }[] = [
  {
    title: msg`Overview`,
    places: [
      {
        to: paths.adminOverview,
        label: msg`Overview`,
        icon: "gauge",
        alias: msg`decisions statistics members hours health`,
      },
    ],
  },
  {
    title: msg`People`,
    places: [
      { to: paths.adminCategories, label: msg`Categories`, icon: "folder" },
      { to: paths.adminGroups, label: msg`Groups`, icon: "group" },
      {
        to: paths.adminPilots,
        label: msg`Pilots`,
        icon: "person",
        alias: msg`users people suspend ban tokens`,
      },
      {
        to: paths.adminReviews,
        label: msg`Reviews`,
        icon: "clipboard",
        alias: msg`members keep remove`,
      },
    ],
  },
  {
    title: msg`EVE`,
    places: [
      {
        to: paths.adminCorporations,
        label: msg`Corporations`,
        icon: "tower",
        alias: msg`directors`,
      },
    ],
  },
  {
    title: msg`Services`,
    places: [
      {
        to: paths.adminDiscord,
        label: msg`Discord`,
        icon: "chat",
        alias: msg`servers roles nicknames`,
      },
      {
        to: paths.adminApplications,
        label: msg`Applications`,
        icon: "apps",
        alias: msg`oauth openid api token webhook`,
      },
    ],
  },
  {
    title: msg`Safety`,
    places: [
      {
        to: paths.adminHeld,
        label: msg`Held changes`,
        icon: "held",
        alias: msg`removals release discard`,
      },
      WATCHLIST,
      { to: paths.adminActivity, label: msg`Activity`, icon: "activity", alias: msg`audit log` },
      {
        to: paths.adminUndo,
        label: msg({ context: "page", message: "Undo" }),
        icon: "undo",
        alias: msg`revert actions`,
      },
    ],
  },
  {
    title: msg`Settings`,
    places: [
      {
        to: paths.adminCommunity,
        label: msg`Community`,
        icon: "flag",
        alias: msg`name logo welcome requirement guests`,
      },
      {
        to: paths.adminSetup,
        label: msg`Setup`,
        icon: "sliders",
        alias: msg`health diagnosis status`,
      },
    ],
  },
];
