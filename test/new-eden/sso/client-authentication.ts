import { decodeJwt, errors, jwtVerify } from "jose";
import { readBasic } from "#test/new-eden/basic-credentials.ts";
import { takeFault } from "#test/new-eden/faults.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Client } from "./clients.ts";
import { SsoError } from "./error.ts";
import { ISSUER, METADATA } from "./metadata.ts";

export type TokenRequest = { form: URLSearchParams; authorization: string | undefined };

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * The client of a token request: by its secret in one of the ways that the metadata names, or by its id alone with PKCE.
 * A secret that is sent is always checked.
 */
export async function authenticateClient(world: World, { form, authorization }: TokenRequest) {
  if (takeFault(world, { service: "sso", kinds: ["wrong_client_secret"] })) throw refused();
  const secret = form.get("client_secret");
  const assertion = form.get("client_assertion");
  const ways = [authorization, secret, assertion].filter((way) => way != null);
  if (ways.length > 1) {
    // RFC 6749 §2.3
    throw new SsoError(400, "invalid_request", "The client authenticates in more than one way.");
  }
  if (authorization !== undefined) {
    return confidential(findByBasic(world, authorization));
  }
  if (assertion !== null) {
    return confidential(await findByAssertion(world, form.get("client_assertion_type"), assertion));
  }
  const client = world.clients.get(form.get("client_id") ?? "");
  if (secret !== null) {
    return confidential(client?.secret === secret ? client : undefined);
  }
  if (client === undefined) throw refused();
  return { clientId: client.id, isPublic: true };
}

function confidential(client: Client | undefined) {
  if (client === undefined) throw refused();
  return { clientId: client.id, isPublic: false };
}

function refused() {
  return new SsoError(401, "invalid_client", "The client credentials are invalid.");
}

/** EVE accepts credentials that are not encoded. */
function findByBasic(world: World, authorization: string): Client | undefined {
  return readBasic(authorization)
    .map(({ id, secret }) => ({ client: world.clients.get(id), secret }))
    .find(({ client, secret }) => client?.secret === secret)?.client;
}

/** A JWT that is signed with the secret (RFC 7523 §3). */
async function findByAssertion(
  world: World,
  type: string | null,
  assertion: string,
): Promise<Client | undefined> {
  try {
    const client = world.clients.get(decodeJwt(assertion).iss ?? "");
    if (client === undefined || type !== ASSERTION_TYPE) return undefined;
    await jwtVerify(assertion, new TextEncoder().encode(client.secret), {
      algorithms: METADATA.token_endpoint_auth_signing_alg_values_supported,
      subject: client.id,
      audience: [ISSUER, METADATA.token_endpoint],
      requiredClaims: ["exp"],
      currentDate: new Date(now(world)),
    });
    return client;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
