import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type {
  Answers,
  ReviewerGroup,
  SaveForm,
  SharedSection,
  Sharing,
} from "#shared/groups/forms.ts";
import type { Handle } from "#shared/groups/requests.ts";
import { groupMutationDefaults } from "#web/memberships/cache.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

/** Other reviewers may decide about the request at the same time, and the pilot reads who has looked at it. */
const STALE_MS = 15_000;

export function formQuery(groupId: string) {
  return queryOptions({
    queryKey: groupKeys.part(groupId, "form"),
    queryFn: () => body(api.groups[":id"].form.$get({ param: { id: groupId } })),
    staleTime: STALE_MS,
  });
}

/** What reviewers would see of the pilot's own characters now. */
export function ownValuesQuery(groupId: string) {
  return queryOptions({
    queryKey: [...groupKeys.part(groupId, "form"), "own"],
    queryFn: () => body(api.groups[":id"].form.own.$get({ param: { id: groupId } })),
    staleTime: STALE_MS,
  });
}

export function requestPageQuery(id: string) {
  return queryOptions({
    queryKey: [...groupKeys.all, "request", id],
    queryFn: () => body(api.groups["join-requests"][":id"].$get({ param: { id } })),
    staleTime: STALE_MS,
  });
}

export function ownRequestQuery(id: string) {
  return queryOptions({
    queryKey: [...groupKeys.all, "own-request", id],
    queryFn: () => body(api.groups["join-requests"][":id"].own.$get({ param: { id } })),
    staleTime: STALE_MS,
  });
}

/** What the watchlist has about the pilot of a request: for keepers, and recorded. */
export function watchedRequestQuery(id: string) {
  return queryOptions({
    queryKey: ["watchlist", "request", id],
    queryFn: () => body(api.watchlist.requests[":id"].$get({ param: { id } })),
    staleTime: STALE_MS,
  });
}

type Save = Omit<SaveForm, "reviewerGroupId"> & {
  groupId: string;
  /** Undefined to keep those of now, whom another administrator may have chosen while the page was open. */
  reviewers: Pick<ReviewerGroup, "id"> | null | undefined;
};

export const saveFormMutation = mutationOptions({
  mutationFn: async ({ groupId, reviewers, ...json }: Save, { client }) => {
    const { group } =
      reviewers === undefined
        ? (await client.fetchQuery({ ...formQuery(groupId), staleTime: 0 })).reviewers
        : { group: reviewers };
    const reviewerGroupId = group?.id ?? null;
    return api.groups[":id"].form.$put({
      param: { id: groupId },
      json: { ...json, reviewerGroupId },
    });
  },
  ...groupMutationDefaults(),
  // Until then, the editor keeps what was written: it goes on from the new version.
  onSuccess: (_answer, { groupId }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: formQuery(groupId).queryKey }),
});

type Apply = { groupId: string; version: number; answers: Answers; sharing?: Sharing };

export const applyMutation = mutationOptions({
  mutationFn: ({ groupId, ...form }: Apply) =>
    body(api.groups[":id"]["join-requests"].$post({ param: { id: groupId }, json: { form } })),
  ...groupMutationDefaults(),
});

const request = api.groups["join-requests"][":id"];

/** Values are not cached: each look reads the current ones. */
export const lookMutation = mutationOptions({
  mutationFn: ({ id, section }: { id: string; section: SharedSection }) =>
    body(request.look.$post({ param: { id }, json: { section } })),
  ...groupMutationDefaults(),
  gcTime: 0,
});

export const changeSharingMutation = mutationOptions({
  mutationFn: ({ id, ...json }: Sharing & { id: string }) =>
    request.sharing.$put({ param: { id }, json }),
  ...groupMutationDefaults(),
});

export const handleMutation = mutationOptions({
  mutationFn: ({ id, ...json }: Handle & { id: string }) =>
    request.talks.$put({ param: { id }, json }),
  ...groupMutationDefaults(),
});

export const addNoteMutation = mutationOptions({
  mutationFn: ({ id, note }: { id: string; note: string }) =>
    request.notes.$post({ param: { id }, json: { note } }),
  ...groupMutationDefaults(),
});

export const deleteNoteMutation = mutationOptions({
  mutationFn: ({ id, noteId }: { id: string; noteId: string }) =>
    request.notes[":noteId"].$delete({ param: { id, noteId } }),
  ...groupMutationDefaults(),
});
