import { mutationOptions } from "@tanstack/react-query";
import type { LinkRequest } from "#shared/account/link.ts";
import { api, body } from "#web/lib/api/api.ts";
import { overviewQuery } from "#web/lib/own-characters.ts";

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
