import { queryOptions } from "@tanstack/react-query";
import type { Consequences, ConsequencesQuery } from "#shared/consequences.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What would follow now. An answer from before is shown only until the new one is read. */
export function consequencesQuery(query: ConsequencesQuery) {
  return queryOptions({
    queryKey: ["consequences", query.act, query.id],
    queryFn: (): Promise<Consequences> => body(api.admin.consequences.$get({ query })),
    staleTime: 0,
  });
}
