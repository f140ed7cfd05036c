import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ExportPage } from "#shared/export.ts";
import type { SetDirectMessages } from "#shared/discord/feeds.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam } from "#web/lib/api/pages.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { joinExport } from "./join-export.ts";

/** Reads all pages of the export and joins them into one file. */
export const exportAccountMutation = mutationOptions({
  mutationFn: async () => {
    const pages: ExportPage[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: ExportPage = await body(api.account.export.$get({ query: cursorParam(cursor) }));
      pages.push(page);
      cursor = page.nextCursor;
    }
    const json = JSON.stringify(joinExport(pages), null, 2);
    return new Blob([json], { type: "application/json" });
  },
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: queryKeys.accountEvents }),
});

/** What deleting the account would do: read when the dialog opens. */
export const deletionQuery = queryOptions({
  queryKey: [...queryKeys.account, "deletion"],
  queryFn: () => body(api.account.deletion.$get()),
  staleTime: 0,
  gcTime: 0,
});

export const directMessagesQuery = queryOptions({
  queryKey: [...queryKeys.account, "discord-messages"],
  queryFn: () => body(api.discord.messages.$get()),
});

export const setDirectMessagesMutation = mutationOptions({
  mutationFn: (json: SetDirectMessages) => body(api.discord.messages.$put({ json })),
  onSuccess: (answer, _input, _rollback, { client }) =>
    client.setQueryData(directMessagesQuery.queryKey, answer),
});

const MERGES_KEY = [...queryKeys.account, "merges"];

export const mergesQuery = queryOptions({
  queryKey: MERGES_KEY,
  queryFn: async () => (await body(api.account.merges.$get())).merges,
  staleTime: 0,
});

export function mergeQuery(id: string) {
  return queryOptions({
    queryKey: [...MERGES_KEY, id],
    queryFn: () => body(api.account.merges[":id"].$get({ param: { id } })),
    staleTime: 0,
    retry: false,
  });
}

export const cancelMergeMutation = mutationOptions({
  mutationFn: (id: string) => api.account.merges[":id"].$delete({ param: { id } }),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: MERGES_KEY }),
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ]),
});

/** Starts the sign-in that links another character: for the main of another account, it ends with the offer to merge. */
export function startMerge() {
  return body(api.auth.character.start.$post({ json: {} }));
}
