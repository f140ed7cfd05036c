import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { CreateWebhook, SaveWebhook } from "#shared/applications/webhooks.ts";
import { applicationKey } from "#web/applications/queries.ts";
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

export function createWebhookMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (json: CreateWebhook) =>
      body(api.admin.applications[":id"].webhooks.$post({ param: { id }, json })),
    onSettled: () => refetch(client, id),
  });
}

export function deleteWebhookMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (webhookId: string) =>
      api.admin.applications[":id"].webhooks[":webhookId"].$delete({ param: { id, webhookId } }),
    onSettled: () => refetch(client, id),
  });
}

export function saveWebhookMutation(client: QueryClient, id: string, webhookId: string) {
  return mutationOptions({
    mutationFn: (json: SaveWebhook) =>
      body(
        api.admin.applications[":id"].webhooks[":webhookId"].$patch({
          param: { id, webhookId },
          json,
        }),
      ),
    onSettled: () => refetch(client, id),
  });
}

export function replaceWebhookSecretMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (webhookId: string) =>
      body(
        api.admin.applications[":id"].webhooks[":webhookId"].secret.$post({
          param: { id, webhookId },
        }),
      ),
    onSettled: () => refetch(client, id),
  });
}

export function testMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (webhookId: string) =>
      body(
        api.admin.applications[":id"].webhooks[":webhookId"].test.$post({
          param: { id, webhookId },
        }),
      ),
    onSettled: () => refetch(client, id),
  });
}

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

export function replayMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (deliveryId: string) =>
      api.admin.applications[":id"].deliveries[":deliveryId"].replay.$post({
        param: { id, deliveryId },
      }),
    onSettled: () => refetch(client, id),
  });
}
