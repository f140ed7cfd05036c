import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ChangeFact, DeclareFact, FactKind } from "#shared/facts.ts";
import { applicationKey } from "./queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { t } from "#web/language/macros.ts";

export function factsQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "facts"],
    queryFn: () => body(api.admin.applications[":id"].facts.$get({ param: { id } })),
  });
}

export const declareFactMutation = mutationOptions({
  mutationFn: ({ id, ...json }: DeclareFact & { id: string }) =>
    body(api.admin.applications[":id"].facts.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: factsQuery(id).queryKey }),
});

export const changeFactMutation = mutationOptions({
  mutationFn: ({ id, key, ...json }: ChangeFact & { id: string; key: string }) =>
    body(api.admin.applications[":id"].facts[":key"].$patch({ param: { id, key }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: factsQuery(id).queryKey }),
});

export const removeFactMutation = mutationOptions({
  mutationFn: ({ id, key }: { id: string; key: string }) =>
    api.admin.applications[":id"].facts[":key"].$delete({ param: { id, key } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: factsQuery(id).queryKey }),
});

export function kindText(kind: FactKind): string {
  switch (kind) {
    case "yes_no":
      return t`Yes or no`;
    case "number":
      return t`Number`;
    case "date":
      return t`Date`;
    case "one_of":
      return t`One of some`;
  }
}
