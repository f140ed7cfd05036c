import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Discord servers that the player may join through Muster. */
export const joinableServersQuery = queryOptions({
  queryKey: ["joinable-servers"],
  queryFn: () => body(api.discord.servers.$get()),
});

/** Adds the player to a server. Requirements may ask for it. */
export const joinServerMutation = mutationOptions({
  mutationFn: (id: string) => api.discord.servers[":id"].join.$post({ param: { id } }),
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    void client.invalidateQueries({ queryKey: queryKeys.access });
    void client.invalidateQueries({ queryKey: queryKeys.groups });
    return client.invalidateQueries({ queryKey: joinableServersQuery.queryKey });
  },
});
