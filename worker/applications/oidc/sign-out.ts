import type { SignOutQuestion, SignOutResult } from "#shared/applications/consent.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { selectClient } from "#worker/applications/oidc/protocol/client.ts";
import type { ClientRow } from "#worker/applications/oidc/protocol/client.ts";
import { endOwnGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import { OAuthError, readParameters } from "#worker/applications/oidc/protocol/oauth-error.ts";
import { readSigned, selectKeys } from "#worker/applications/oidc/keys/signing-keys.ts";

type Asked = { client: ClientRow | undefined; grantId: string | undefined; url: string | null };

/**
 * A request of `/oauth/logout` (OpenID Connect RP-Initiated Logout 1.0). The ID token proves which session is meant; the user goes
 * back only to an address that the application has registered for this.
 */
async function read({ db }: Context, query: string, issuer: string): Promise<Asked> {
  const parameters = parametersOf(query);
  const hint = parameters.get("id_token_hint");
  const payload =
    hint === undefined ? undefined : await readSigned(await run(db, selectKeys()), hint);
  const isOurs = payload?.["iss"] === issuer;
  const named = parameters.get("client_id");
  const [audience, sid] = isOurs ? [payload["aud"], payload["sid"]] : [undefined, undefined];
  const isMixed = named !== undefined && audience !== undefined && named !== audience;
  const id = isMixed ? undefined : (audience ?? named);
  if (typeof id !== "string") return { client: undefined, grantId: undefined, url: null };
  const [client] = await run(db, selectClient(id));
  return {
    client,
    grantId: typeof sid === "string" ? sid : undefined,
    url: client === undefined ? null : returnUrl(client, parameters),
  };
}

function parametersOf(query: string): Map<string, string> {
  try {
    return readParameters(query);
  } catch (error) {
    if (error instanceof OAuthError) return new Map();
    throw error;
  }
}

function returnUrl(client: ClientRow, parameters: Map<string, string>): string | null {
  const address = parameters.get("post_logout_redirect_uri");
  if (address === undefined || !client.postLogoutUris.includes(address)) return null;
  const url = new URL(address);
  const state = parameters.get("state");
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

export async function askSignOut(
  context: Context,
  query: string,
  issuer: string,
): Promise<SignOutQuestion> {
  const { client, url } = await read(context, query, issuer);
  return { application: client ? { id: client.id, name: client.name } : null, url };
}

/** Ends the session that the ID token names. The application has ended its own, so it is not told. */
export async function signOutOf(
  context: Context,
  query: string,
  issuer: string,
): Promise<SignOutResult> {
  const { client, grantId, url } = await read(context, query, issuer);
  if (client !== undefined && grantId !== undefined) {
    await runBatch(context.db, endOwnGrant(grantId, client.id));
  }
  return { url };
}
