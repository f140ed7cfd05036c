import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** A page that the menu and the palette lead to. `alias`: other words by which people look for it. */
export type Place = { to: string; label: string; icon: IconName; alias: string };

export const PLAYER_PLACES = {
  dashboard: {
    to: paths.dashboard,
    label: "Dashboard",
    icon: "home",
    alias: "home characters discord sessions",
  },
  groups: { to: paths.groups, label: "Groups", icon: "group", alias: "discover browse join" },
  myGroups: { to: paths.myGroups, label: "My Groups", icon: "muster", alias: "memberships" },
  access: {
    to: paths.access,
    label: "My access",
    icon: "key",
    alias: "why roles requirements lost",
  },
  invitations: { to: paths.invitations, label: "Invitations", icon: "mail", alias: "invites" },
} as const satisfies Record<string, Place>;

/** The admin area: pages by what they are about. */
export const ADMIN_PLACES: { title: string; places: Place[] }[] = [
  {
    title: "Overview",
    places: [
      {
        to: paths.adminOverview,
        label: "Overview",
        icon: "gauge",
        alias: "decisions statistics members hours health",
      },
    ],
  },
  {
    title: "People",
    places: [
      { to: paths.adminCategories, label: "Categories", icon: "folder", alias: "" },
      { to: paths.adminGroups, label: "Groups", icon: "group", alias: "" },
      {
        to: paths.adminPilots,
        label: "Pilots",
        icon: "person",
        alias: "users people suspend ban tokens",
      },
      {
        to: paths.adminReviews,
        label: "Reviews",
        icon: "clipboard",
        alias: "members keep remove",
      },
    ],
  },
  {
    title: "EVE",
    places: [
      { to: paths.adminCorporations, label: "Corporations", icon: "tower", alias: "directors" },
    ],
  },
  {
    title: "Services",
    places: [
      { to: paths.adminDiscord, label: "Discord", icon: "chat", alias: "servers roles nicknames" },
      {
        to: paths.adminApplications,
        label: "Applications",
        icon: "apps",
        alias: "oauth openid api token webhook",
      },
    ],
  },
  {
    title: "Safety",
    places: [
      {
        to: paths.adminHeld,
        label: "Held changes",
        icon: "held",
        alias: "removals release discard",
      },
      { to: paths.adminActivity, label: "Activity", icon: "activity", alias: "audit log" },
      { to: paths.adminUndo, label: "Undo", icon: "undo", alias: "revert actions" },
    ],
  },
  {
    title: "Settings",
    places: [
      {
        to: paths.adminCommunity,
        label: "Community",
        icon: "flag",
        alias: "name logo welcome requirement guests",
      },
      {
        to: paths.adminSetup,
        label: "Setup",
        icon: "sliders",
        alias: "health diagnosis status",
      },
    ],
  },
];
