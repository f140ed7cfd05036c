import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { t, ph } from "#web/language/macros.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { say } from "#web/language/messages.ts";
import type { DiscordTokens } from "#shared/discord/link.ts";
import {
  describeFailure,
  LinkError,
  UNKNOWN_ERROR,
  announce,
  takePendingLink,
} from "./link-messages.ts";
import type { PendingLink } from "./link-messages.ts";

export const startLinkMutation = mutationOptions({
  mutationFn: () => body(api.discord.link.start.$post()),
});

export const unlinkMutation = mutationOptions({
  mutationFn: () => api.discord.link.$delete(),
  onSuccess: (_answer, _input, _rollback, { client }) => renewAccount(client),
});

/** What depends on the link. Requirements of groups may ask for one. */
const LINKED = [
  sessionQuery.queryKey,
  queryKeys.access,
  queryKeys.account,
  queryKeys.accountEvents,
  queryKeys.discordFeeds,
  queryKeys.groups,
  queryKeys.joinableServers,
  queryKeys.waiting,
];

/** Refetches after a link was started or finished. */
export function renewAccount(client: QueryClient) {
  return Promise.all(LINKED.map((queryKey) => client.invalidateQueries({ queryKey })));
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

const TIMEOUT_MS = 15_000;
/** During an outage Discord may answer with an HTML page. */
const BODY_LENGTH = 200;

/** Exchanges Discord's authorization code for tokens. Throws a `LinkError`. */
async function exchangeCode(
  { clientId, tokenUrl, redirectUri, codeVerifier }: PendingLink,
  code: string,
): Promise<Omit<DiscordTokens, "state">> {
  const form = {
    client_id: clientId,
    code,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  };
  const { ok, status, text } = await post(tokenUrl, new URLSearchParams(form));
  if (!ok) {
    throw new LinkError(
      t`Token exchange failed (${status}): ${ph({ text: shorten(text) })}`,
      hintFor(status),
    );
  }
  return readTokens(text);
}

async function post(url: string, form: URLSearchParams) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new LinkError(
      say(UNKNOWN_ERROR),
      t`Discord did not answer. Try again in a few minutes.`,
      {
        cause,
      },
    );
  }
}

/** RFC 6749 §5.1. Muster validates the tokens that it receives. */
type TokenResponse = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
};

function readTokens(text: string): Omit<DiscordTokens, "state"> {
  try {
    const tokens: TokenResponse = JSON.parse(text);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresIn: tokens.expires_in,
      scope: tokens.scope,
    };
  } catch (cause) {
    const hint = t`Discord's answer could not be read. Try again in a few minutes.`;
    throw new LinkError(say(UNKNOWN_ERROR), hint, { cause });
  }
}

function shorten(text: string): string {
  return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}

function hintFor(status: number): string {
  if (status === 429) return t`Discord is limiting requests. Wait a minute, then try again.`;
  if (status >= 500) return t`Discord has problems at the moment. Try again in a few minutes.`;
  return t`Start again from your dashboard.`;
}
