import {
  readCredentials,
  requireClient,
  selectClient,
} from "#worker/applications/oidc/protocol/client.ts";
import { endOwnGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import { readToken } from "#worker/applications/oidc/keys/grant-tokens.ts";
import { OAuthError, readParameters } from "#worker/applications/oidc/protocol/oauth-error.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import type { ApplicationRequest } from "./request.ts";

/** Ends the session of a token of the application. Other tokens are answered the same (RFC 7009, section 2.2). */
export async function revoke(
  context: Context,
  { authorization, form }: ApplicationRequest,
): Promise<void> {
  const parameters = readParameters(form);
  const credentials = await readCredentials(authorization, parameters);
  const [row] = await run(context.db, selectClient(credentials.id, credentials.secretHash));
  const client = requireClient(row, credentials);
  const text = parameters.get("token");
  if (text === undefined) throw new OAuthError("invalid_request", "token is missing.");
  const token = await readToken(context.config, text);
  if (token !== undefined) await runBatch(context.db, endOwnGrant(token.grantId, client.id));
}
