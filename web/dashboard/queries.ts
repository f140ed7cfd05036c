import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { LinkRequest } from "#shared/session.ts";
import { api, body } from "#web/lib/api/api.ts";
import { overviewQuery, queryKeys } from "#web/lib/api/queries.ts";

/** Starts the sign-in that links another character, or renews the authorization of a linked one. */
export function startLink(link: LinkRequest = {}) {
  return body(api.auth.character.start.$post({ json: link }));
}

/** `until` is the time of the newest notice that is dismissed. */
export const dismissNoticesMutation = mutationOptions({
  mutationFn: (until: string) => api.auth.events.seen.$post({ json: { until } }),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
});

export const activeSessionsQuery = queryOptions({
  queryKey: queryKeys.activeSessions,
  queryFn: () => body(api.auth.sessions.$get()),
});

export const accountEventsQuery = queryOptions({
  queryKey: queryKeys.accountEvents,
  queryFn: async () => (await body(api.auth.events.$get())).events,
});

export const endSessionMutation = mutationOptions({
  mutationFn: (id: string) => api.auth.sessions[":id"].$delete({ param: { id } }),
  onSuccess: (_answer, _input, _rollback, { client }) => sessionsChanged(client),
});

/** Ends the sign-ins of the user at an application, and what it was allowed. */
export const endApplicationMutation = mutationOptions({
  mutationFn: (id: string) => api.consent[":id"].$delete({ param: { id } }),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    Promise.all([
      sessionsChanged(client),
      client.invalidateQueries({ queryKey: queryKeys.access }),
    ]),
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => api.auth.sessions.$delete(),
  onSuccess: (_answer, _input, _rollback, { client }) => sessionsChanged(client),
});

function sessionsChanged(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: activeSessionsQuery.queryKey }),
    client.invalidateQueries({ queryKey: accountEventsQuery.queryKey }),
  ]);
}
