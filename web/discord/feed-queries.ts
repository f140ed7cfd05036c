import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { SaveCorporationFeed, SaveGroupFeed } from "#shared/discord/feeds.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

/** What posts: a group, a corporation, the log its fingerprint, or the watchlist its hits. */
export type FeedSubject =
  | { groupId: string }
  | { corporationId: number }
  | { isLog: true }
  | { isWatchlist: true };

const feedKey = (subject: FeedSubject) => [...queryKeys.discordFeeds, subject];

/** The routes of a subject. `param` goes to each of them: a route without parameters ignores it. */
function routesOf(subject: FeedSubject) {
  if ("isLog" in subject) return { routes: api.admin.log, param: NO_PARAM };
  if ("isWatchlist" in subject) return { routes: api.watchlist, param: NO_PARAM };
  return "groupId" in subject
    ? { routes: api.groups[":id"], param: { id: subject.groupId } }
    : { routes: api.corporations[":id"], param: { id: String(subject.corporationId) } };
}

const NO_PARAM = { id: "" };

export function feedQuery(subject: FeedSubject) {
  const { routes, param } = routesOf(subject);
  return queryOptions({
    queryKey: feedKey(subject),
    queryFn: () => body(routes["discord-feed"].$get({ param })),
    staleTime: 0,
  });
}

/** Asks Discord, so only while the dialog is open. */
export function channelsQuery(subject: FeedSubject) {
  const { routes, param } = routesOf(subject);
  return queryOptions({
    queryKey: [...feedKey(subject), "channels"],
    queryFn: () => body(routes["discord-channels"].$get({ param })),
    retry: false,
  });
}

type Feed = Pick<SaveGroupFeed, "target" | "language"> & {
  topics: (SaveGroupFeed | SaveCorporationFeed)["topics"][number][];
};

const isOfCorporations = (
  topic: Feed["topics"][number],
): topic is SaveCorporationFeed["topics"][number] =>
  topic === "director_unhealthy" || topic === "token_lost";
const isOfGroups = (topic: Feed["topics"][number]): topic is SaveGroupFeed["topics"][number] =>
  !isOfCorporations(topic);

function saveFeed({ subject, target, language, topics }: Feed & { subject: FeedSubject }) {
  if ("isLog" in subject) return api.admin.log["discord-feed"].$put({ json: { target, language } });
  if ("isWatchlist" in subject) {
    return api.watchlist["discord-feed"].$put({ json: { target, language } });
  }
  return "groupId" in subject
    ? api.groups[":id"]["discord-feed"].$put({
        param: { id: subject.groupId },
        json: { target, language, topics: topics.filter(isOfGroups) },
      })
    : api.corporations[":id"]["discord-feed"].$put({
        param: { id: String(subject.corporationId) },
        json: { target, language, topics: topics.filter(isOfCorporations) },
      });
}

export const saveFeedMutation = mutationOptions({
  mutationFn: (input: Feed & { subject: FeedSubject }) => body(saveFeed(input)),
  onSuccess: (feed, { subject }, _rollback, { client }) => {
    client.setQueryData(feedQuery(subject).queryKey, feed);
    void client.invalidateQueries({ queryKey: queryKeys.overview });
  },
});

export const deleteFeedMutation = mutationOptions({
  mutationFn: (subject: FeedSubject): Promise<unknown> => {
    const { routes, param } = routesOf(subject);
    return routes["discord-feed"].$delete({ param });
  },
  onSuccess: (_answer, subject, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.overview });
    return client.invalidateQueries({ queryKey: feedKey(subject) });
  },
});
