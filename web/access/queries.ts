import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

/** What the user has, could have and has lost. Fetched with every visit, because many events change it. */
export const accessQuery = queryOptions({
  queryKey: queryKeys.access,
  staleTime: 0,
  queryFn: () => body(api.access.$get()),
});

/** Ends what an application was allowed, and the user's sessions there. */
export const revokeConsentMutation = mutationOptions({
  mutationFn: (id: string) => api.consent[":id"].$delete({ param: { id } }),
  onSettled: (_answer, _error, _input, _rollback, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.access }),
      client.invalidateQueries({ queryKey: queryKeys.activeSessions }),
      client.invalidateQueries({ queryKey: queryKeys.accountEvents }),
    ]),
});
