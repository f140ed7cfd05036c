import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { CreateToken, Right } from "#shared/applications/tokens.ts";
import { applicationKey } from "./queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";

export function tokensQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "tokens"],
    queryFn: () => body(api.admin.applications[":id"].tokens.$get({ param: { id } })),
  });
}

export const createTokenMutation = mutationOptions({
  mutationFn: ({ id, ...json }: CreateToken & { id: string }) =>
    body(api.admin.applications[":id"].tokens.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});

export const revokeTokenMutation = mutationOptions({
  mutationFn: ({ id, tokenId }: { id: string; tokenId: string }) =>
    api.admin.applications[":id"].tokens[":tokenId"].$delete({ param: { id, tokenId } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});

/** What a token with the right can read, for administrators. */
export const RIGHT_TEXTS: readonly { value: Right; label: Message; hint: Message }[] = [
  {
    value: "pilots",
    label: msg`Pilots`,
    hint: msg`Who plays a character: main, characters, corporation and alliance`,
  },
  { value: "groups", label: msg`Groups of a pilot`, hint: msg`Of the groups it is told about` },
  { value: "members", label: msg`Members of a group`, hint: msg`Of the groups it is told about` },
  {
    value: "roster",
    label: msg`Rosters`,
    hint: msg`Members of managed corporations, registered here or not`,
  },
  { value: "facts", label: msg`Facts`, hint: msg`It writes what it knows of pilots` },
  {
    value: "members:write",
    label: msg`Change members`,
    hint: msg`Of the groups in which it may change them`,
  },
  {
    value: "operations",
    label: msg`Operations`,
    hint: msg`Of the groups it is told about, with how many come`,
  },
  {
    value: "operations:write",
    label: msg`Plan operations`,
    hint: msg`Of the groups in which it may change members`,
  },
];
