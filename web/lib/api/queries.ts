import { queryOptions } from "@tanstack/react-query";
import { refetchAt } from "#web/lib/clock.ts";
import { api, body } from "./api.ts";

const WAITING = ["waiting"] as const;

/** Prefixes of query keys that more than one feature uses. */
export const queryKeys = {
  access: ["access"],
  account: ["account"],
  callback: ["callback"],
  characters: ["characters"],
  groups: ["groups"],
  categories: ["categories"],
  discordFeeds: ["discord-feed"],
  held: ["held"],
  joinableServers: ["joinable-servers"],
  accountEvents: ["account-events"],
  activeSessions: ["active-sessions"],
  myInvitations: ["my-invitations"],
  /** Below `waiting`: what waits for the user and what waits for administrators change together, and are read again together. */
  overview: [...WAITING, "admin-overview"],
  pilots: ["pilots"],
  waiting: WAITING,
} as const;

/** The overview of all linked characters. Refetched when a skill finishes. */
export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.characters, "overview"],
  // Solar systems have names in some languages.
  meta: { isWorded: true },
  queryFn: () => body(api.characters.$get()),
  refetchInterval: ({ state }) =>
    refetchAt((state.data?.characters ?? []).map(({ training }) => training?.finish_date ?? null)),
});

/** The invitations and join requests that wait for the user: the sidebar's badges, and a part of the dashboard. */
export const waitingQuery = queryOptions({
  queryKey: queryKeys.waiting,
  queryFn: () => body(api.groups.waiting.$get()),
});
