import { mutationOptions } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Ends what an application was allowed, and the user's sessions there. */
export const revokeConsentMutation = mutationOptions({
  mutationFn: (id: string) => api.consent[":id"].$delete({ param: { id } }),
  onSettled: (_answer, _error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: queryKeys.access }),
});
