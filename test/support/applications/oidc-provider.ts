import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { generateKeyPair, exportJWK } from "jose";
import { Provider } from "oidc-provider";
import { scopesToRequest } from "#worker/esi/scopes.ts";
import { OIDC_CLIENT, OIDC_PILOT } from "./oidc-client.ts";

const ISSUER = "https://login.eveonline.com";
const RESOURCE = "urn:eve:esi";
const SCOPES = scopesToRequest([], { forDirector: true }).join(" ");

/**
 * A certified OAuth server that we did not write, with EVE's paths and EVE's claims. It requires `redirect_uri` at the token
 * endpoint, decodes Basic credentials, and rotates refresh tokens: one that is used twice ends the grant.
 */
async function startProvider(): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", kid: "JWT-Signature-Key" };
  const provider = new Provider(ISSUER, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        // Two, because with one a request may omit `redirect_uri` (RFC 6749 §3.1.2.3).
        redirect_uris: ["https://muster.test/auth/callback", "https://other.test/auth/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    jwks: { keys: [{ ...key, use: "sig" }] },
    cookies: { keys: ["a key of the tests"] },
    routes: {
      authorization: "/v2/oauth/authorize",
      token: "/v2/oauth/token",
      revocation: "/v2/oauth/revoke",
      jwks: "/oauth/jwks",
    },
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES,
          accessTokenFormat: "jwt",
          accessTokenTTL: 1200,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      });
      grant.addResourceScope(RESOURCE, SCOPES);
      await grant.save();
      return grant;
    },
    formats: {
      customizers: {
        jwt(_, token, parts) {
          Object.assign(parts.payload, {
            sub: `CHARACTER:EVE:${OIDC_PILOT.id}`,
            name: OIDC_PILOT.name,
            owner: OIDC_PILOT.owner,
            azp: OIDC_CLIENT.id,
            aud: [OIDC_CLIENT.id, "EVE Online"],
            scp: (token.scope ?? "").split(" "),
          });
        },
      },
    },
  });

  const answer = provider.callback();
  const login = { accountId: String(OIDC_PILOT.id) };
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith("/interaction/")
      ? provider.interactionFinished(request, response, { login })
      : answer(request, response);
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

let started: Promise<string> | undefined;

/** Forwards a request to the server. `POST /approve` plays the player, who approves the authorization URL in the body. */
export async function oidcProvider(request: Request): Promise<Response> {
  const base = await (started ??= startProvider());
  const { pathname, search } = new URL(request.url);
  if (pathname === "/approve") return Response.json(await approve(base, await request.text()));
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return fetch(base + pathname + search, {
    method: request.method,
    headers: [...request.headers].filter(([name]) => name !== "host"),
    body: hasBody ? await request.arrayBuffer() : null,
    redirect: "manual",
  });
}

/** Follows the redirects like a browser until they leave the server. Returns the parameters of the last one. */
async function approve(base: string, authorizationUrl: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizationUrl);
  for (let hops = 0; hops < 10; hops++) {
    const response = await fetch(base + url.pathname + url.search, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = new URL(response.headers.get("location") ?? "", base);
    if (next.hostname === "muster.test") return Object.fromEntries(next.searchParams);
    if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
    url = next;
  }
  throw new Error("The server redirects without end.");
}
