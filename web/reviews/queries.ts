import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  Decide,
  FinishReview,
  GroupReview,
  ReviewSettings,
  StartReview,
  StartReviews,
  Verdict,
} from "#shared/groups/reviews.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

const keyOf = (groupId: string) => [...queryKeys.groups, "review", groupId];
const ALL_REVIEWS = [...queryKeys.groups, "reviews"];
const param = (id: string) => ({ param: { id } });

/** Reading it is recorded, so it is not read again without need. */
export function reviewQuery(groupId: string) {
  return infiniteQueryOptions({
    queryKey: keyOf(groupId),
    queryFn: ({ pageParam }) =>
      body(api.groups[":id"].review.$get({ ...param(groupId), query: cursorParam(pageParam) })),
    ...paging,
    refetchOnWindowFocus: false,
  });
}

export function resultsQuery(groupId: string) {
  return queryOptions({
    queryKey: [...keyOf(groupId), "results"],
    queryFn: () => body(api.groups[":id"].review.results.$get(param(groupId))),
    enabled: false,
  });
}

export const reviewsQuery = queryOptions({
  queryKey: ALL_REVIEWS,
  queryFn: () => body(api.admin.reviews.$get()),
});

type Decided = Decide & { groupId: string };

export const saveDecisionsMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: Decided) =>
    api.groups[":id"].review.decisions.$put({ ...param(groupId), json }),
  onSuccess: (_answer, decided: Decided, _rollback, { client }) => {
    keepDecisions(client, decided);
    void client.invalidateQueries({ queryKey: ALL_REVIEWS });
  },
});

/** Without another read, which would be recorded. */
function keepDecisions(client: QueryClient, { groupId, decisions }: Decided) {
  const verdicts = new Map(decisions.map(({ userId, verdict }) => [userId, verdict]));
  client.setQueryData(reviewQuery(groupId).queryKey, (review) => {
    if (review === undefined) return undefined;
    const pages = review.pages.map((page) => ({
      ...page,
      items: page.items.map((member) => ({
        ...member,
        verdict: verdicts.has(member.userId)
          ? (verdicts.get(member.userId) ?? null)
          : member.verdict,
      })),
    }));
    const growth = (verdict: Verdict) => countOf(pages, verdict) - countOf(review.pages, verdict);
    const [kept, removed] = [growth("keep"), growth("remove")];
    return {
      ...review,
      pages: pages.map((page) => ({
        ...page,
        open: page.open && {
          ...page.open,
          kept: page.open.kept + kept,
          removed: page.open.removed + removed,
        },
      })),
    };
  });
}

function countOf(pages: readonly GroupReview[], verdict: Verdict): number {
  return pages.flatMap(({ items }) => items).filter((member) => member.verdict === verdict).length;
}

export const startReviewMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: StartReview & { groupId: string }) =>
    api.groups[":id"].review.$post({ ...param(groupId), json }),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

export const saveSettingsMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: ReviewSettings & { groupId: string }) =>
    api.groups[":id"].review.settings.$put({ ...param(groupId), json }),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

export const finishReviewMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: FinishReview & { groupId: string }) =>
    body(api.groups[":id"].review.finish.$post({ ...param(groupId), json })),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

export const startReviewsMutation = mutationOptions({
  mutationFn: (json: StartReviews) => body(api.admin.reviews.$post({ json })),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

function renew(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void client.invalidateQueries({ queryKey: queryKeys.held });
  return client.invalidateQueries({ queryKey: queryKeys.groups });
}
