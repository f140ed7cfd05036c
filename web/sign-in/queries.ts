import { queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { CallbackResult, CharacterSummary, TakeBack } from "#shared/session.ts";
import { api, body, READ_TIMEOUT_MS } from "#web/lib/api/api.ts";
import { beginSession, sessionQuery } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { UNEXPECTED_RESPONSE } from "./callback-failure.ts";

export function startLogin(returnTo: string | undefined) {
  return body(api.auth.login.start.$post({ json: { returnTo } }));
}

/** What an invite link shows to a visitor without a session. */
export function visitedLinkQuery(code: string) {
  return queryOptions({
    queryKey: ["invite-link", code],
    // A read, although it is a POST: a code does not belong into an address.
    queryFn: () =>
      body(
        api["invite-links"].$post(
          { json: { code } },
          { init: { signal: AbortSignal.timeout(READ_TIMEOUT_MS) } },
        ),
      ),
    staleTime: 30_000,
    retry: false,
  });
}

/** The character that waits to be claimed, the account that it may take back instead, and where the user goes then. */
export type PendingClaim = CharacterSummary & Pick<CallbackResult, "formerAccount" | "returnTo">;

type Destination = { to: string; state?: PendingClaim };

/**
 * Completes a sign-in with EVE's answer. A query, because a code can be used only once: the request is made once,
 * however often React renders the page.
 */
export function callbackQuery(client: QueryClient, code: string, state: string) {
  return queryOptions({
    queryKey: [...queryKeys.callback, state],
    queryFn: () => completeSignIn(client, code, state),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

async function completeSignIn(
  client: QueryClient,
  code: string,
  state: string,
): Promise<Destination> {
  const result = await body(api.auth.callback.$get({ query: { code, state } }));
  const { returnTo } = result;
  if (result.mainProven) {
    const { resumeIntent } = await import("#web/proof/intent.ts");
    return { to: await resumeIntent(client) };
  }
  if (result.characterLinked) {
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    return { to: returnTo ?? paths.dashboard };
  }
  if (result.requiresClaimMain && result.characterInfo) {
    const { characterInfo, formerAccount } = result;
    return { to: paths.claimMain, state: { ...characterInfo, formerAccount, returnTo } };
  }
  if (result.sessionToken) {
    await beginSession(client, result.sessionToken);
    return { to: returnTo ?? paths.dashboard };
  }
  throw new Error(UNEXPECTED_RESPONSE);
}

export async function claimMain(client: QueryClient, characterId: number): Promise<void> {
  const answer = await body(api.auth["claim-main"].$post({ json: { characterId } }));
  await beginSession(client, answer.sessionToken);
}

export async function cancelClaim(characterId: number): Promise<void> {
  await api.auth["claim-main"].$delete({ query: { characterId: String(characterId) } });
}

export async function takeBack(client: QueryClient, request: TakeBack): Promise<void> {
  const answer = await body(api.auth["take-back"].$post({ json: request }));
  await beginSession(client, answer.sessionToken);
}
