import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { SaveCorporationFeed, SaveGroupFeed } from "#shared/discord/feeds.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What posts: a group, a corporation, the log its fingerprint, or the watchlist its hits. */
export type FeedSubject =
  | { groupId: string }
  | { corporationId: number }
  | { isLog: true }
  | { isWatchlist: true };

const feedKey = (subject: FeedSubject) => ["discord-feed", subject];

export function feedQuery(subject: FeedSubject) {
  return queryOptions({
    queryKey: feedKey(subject),
    queryFn: () => body(readFeed(subject)),
    staleTime: 0,
  });
}

function readFeed(subject: FeedSubject) {
  if ("isLog" in subject) return api.admin.log["discord-feed"].$get();
  if ("isWatchlist" in subject) return api.watchlist["discord-feed"].$get();
  return "groupId" in subject
    ? api.groups[":id"]["discord-feed"].$get({ param: { id: subject.groupId } })
    : api.corporations[":id"]["discord-feed"].$get({
        param: { id: String(subject.corporationId) },
      });
}

/** Asks Discord, so only while the dialog is open. */
export function channelsQuery(subject: FeedSubject) {
  return queryOptions({
    queryKey: [...feedKey(subject), "channels"],
    queryFn: () => body(readChannels(subject)),
    retry: false,
  });
}

function readChannels(subject: FeedSubject) {
  if ("isLog" in subject) return api.admin.log["discord-channels"].$get();
  if ("isWatchlist" in subject) return api.watchlist["discord-channels"].$get();
  return "groupId" in subject
    ? api.groups[":id"]["discord-channels"].$get({ param: { id: subject.groupId } })
    : api.corporations[":id"]["discord-channels"].$get({
        param: { id: String(subject.corporationId) },
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
  onSuccess: (feed, { subject }, _rollback, { client }) =>
    client.setQueryData(feedQuery(subject).queryKey, feed),
});

function deleteFeed(subject: FeedSubject) {
  if ("isLog" in subject) return api.admin.log["discord-feed"].$delete();
  if ("isWatchlist" in subject) return api.watchlist["discord-feed"].$delete();
  return "groupId" in subject
    ? api.groups[":id"]["discord-feed"].$delete({ param: { id: subject.groupId } })
    : api.corporations[":id"]["discord-feed"].$delete({
        param: { id: String(subject.corporationId) },
      });
}

export const deleteFeedMutation = mutationOptions({
  mutationFn: async (subject: FeedSubject) => {
    await deleteFeed(subject);
  },
  onSuccess: (_answer, subject, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: feedKey(subject) }),
});
