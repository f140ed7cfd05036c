import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { CreateWebhook, SaveWebhook } from "#shared/applications/webhooks.ts";
import { applicationKey } from "./queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

/** While deliveries are to be tried, the list is read again. */
const WAITING_REFETCH_MS = 5000;

export function webhooksQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "webhooks"],
    queryFn: () => body(api.admin.applications[":id"].webhooks.$get({ param: { id } })),
  });
}

export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...applicationKey(id), "deliveries"],
    queryFn: ({ pageParam }) =>
      body(
        api.admin.applications[":id"].deliveries.$get({
          param: { id },
          query: cursorParam(pageParam),
        }),
      ),
    ...paging,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ nextAt }) => nextAt !== null)
        ? WAITING_REFETCH_MS
        : false,
  });
}

function refetch(client: QueryClient, id: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: webhooksQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey }),
  ]);
}

export const createWebhookMutation = mutationOptions({
  mutationFn: ({ id, ...json }: CreateWebhook & { id: string }) =>
    body(api.admin.applications[":id"].webhooks.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});

export const deleteWebhookMutation = mutationOptions({
  mutationFn: ({ id, webhookId }: { id: string; webhookId: string }) =>
    api.admin.applications[":id"].webhooks[":webhookId"].$delete({ param: { id, webhookId } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});

export const saveWebhookMutation = mutationOptions({
  mutationFn: ({ id, webhookId, ...json }: SaveWebhook & { id: string; webhookId: string }) =>
    body(
      api.admin.applications[":id"].webhooks[":webhookId"].$patch({
        param: { id, webhookId },
        json,
      }),
    ),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});

export const replaceWebhookSecretMutation = mutationOptions({
  mutationFn: ({ id, webhookId }: { id: string; webhookId: string }) =>
    body(
      api.admin.applications[":id"].webhooks[":webhookId"].secret.$post({
        param: { id, webhookId },
      }),
    ),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});

export const testMutation = mutationOptions({
  mutationFn: ({ id, webhookId }: { id: string; webhookId: string }) =>
    body(
      api.admin.applications[":id"].webhooks[":webhookId"].test.$post({
        param: { id, webhookId },
      }),
    ),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});

/** What was sent, as it was signed. */
export function deliveryQuery(id: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "delivery", deliveryId],
    queryFn: () =>
      body(
        api.admin.applications[":id"].deliveries[":deliveryId"].$get({ param: { id, deliveryId } }),
      ),
    staleTime: Infinity,
  });
}

export const replayMutation = mutationOptions({
  mutationFn: ({ id, deliveryId }: { id: string; deliveryId: string }) =>
    api.admin.applications[":id"].deliveries[":deliveryId"].replay.$post({
      param: { id, deliveryId },
    }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => refetch(client, id),
});
