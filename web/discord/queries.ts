import { t } from "#web/language/macros.ts";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { exchangeCode } from "./exchange-code.ts";
import { describeFailure, LinkError } from "./link-error.ts";
import { announce } from "./link-messages.ts";
import { takePendingLink } from "./pending-link.ts";

export const startLinkMutation = mutationOptions({
  mutationFn: () => body(api.discord.link.start.$post()),
});

export const unlinkMutation = mutationOptions({
  mutationFn: () => api.discord.link.$delete(),
  onSuccess: (_answer, _input, _rollback, { client }) => renewAccount(client),
});

/** Refetches after a link was started or finished. Requirements of groups may ask for one. */
export function renewAccount(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: queryKeys.accountEvents }),
    client.invalidateQueries({ queryKey: queryKeys.groups }),
    client.invalidateQueries({ queryKey: queryKeys.waiting }),
  ]);
}

/**
 * Completes a link with Discord's answer and informs the page that started it. A query, because a code can be used only
 * once: the exchange is made once, however often React renders the popup.
 */
export function completeLinkQuery(sentBack: URLSearchParams) {
  return queryOptions({
    queryKey: ["discord-link", sentBack.get("state")],
    queryFn: () => completeLink(sentBack),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

async function completeLink(sentBack: URLSearchParams): Promise<true> {
  const state = sentBack.get("state") ?? "";
  try {
    await link(state, sentBack);
    announce({ state, outcome: "linked" });
    return true;
  } catch (error) {
    const isCancelled = sentBack.get("error") === "access_denied";
    announce({ state, outcome: isCancelled ? "cancelled" : describeFailure(error) });
    throw error;
  }
}

async function link(state: string, sentBack: URLSearchParams) {
  const pending = takePendingLink(state);
  const code = sentBack.get("code");
  if (!code || !state) {
    throw new LinkError(t`Missing code or state parameter`, reasonFor(sentBack.get("error")));
  }
  if (pending === undefined) throw new LinkError(t`Code verifier not found - please try again`);
  const tokens = await exchangeCode(pending, code);
  await body(api.discord.callback.tokens.$post({ json: { ...tokens, state } }));
}

/** Discord's `error` parameter says why there is no code. Its descriptions are written for developers. */
function reasonFor(error: string | null): string {
  return error === "access_denied"
    ? t`You cancelled the authorization at Discord. Nothing was changed.`
    : t`Start again from your dashboard.`;
}
