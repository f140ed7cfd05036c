import { eq } from "drizzle-orm";
import type { JSONWebKeySet } from "jose";
import * as z from "zod/mini";
import { SCOPES } from "#shared/applications/claims.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { keepSigningKeys } from "#worker/applications/oidc/signing-keys.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { applications, applicationSecrets } from "#worker/db/schema/applications.ts";
import { insertApplication } from "./applications.ts";

export const ISSUER = "https://muster.test";
export const CALLBACK = "https://wiki.example.com/callback";

type Row = typeof applications.$inferInsert;

/** A Muster with keys, an application and a user who may sign in there. */
export async function startProvider(row: Partial<Row> = {}) {
  const muster = await startMuster();
  const application = await insertApplication(muster, {
    redirectUris: [CALLBACK],
    postLogoutUris: ["https://wiki.example.com/bye"],
    claims: ["name", "picture", "corporation", "groups", "characters", "email"],
    ...row,
  });
  await addSigningKeys(muster);
  const secret = await addSecret(muster, application.id);
  const user = await buildUser(muster, { name: "Aurelia Voss", alts: ["Renwick Pell"] });
  return { muster, application, secret, user };
}
export type Provider = Awaited<ReturnType<typeof startProvider>>;

export async function addSigningKeys({ context }: Muster) {
  while ((await keepSigningKeys(context)) > 0);
}

export async function addSecret({ context: { db } }: Muster, applicationId: string) {
  const secret = randomToken();
  await db.insert(applicationSecrets).values({
    hash: await sha256(secret),
    applicationId,
    lastFour: secret.slice(-4),
    createdAt: new Date(),
  });
  return secret;
}

/** The keys with which an application checks signatures. */
export async function publishedKeysOf(muster: Muster): Promise<JSONWebKeySet> {
  const response = await muster.send("/oauth/jwks");
  const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
  return keys.parse(await response.json());
}

export async function change({ context: { db } }: Muster, id: string, row: Partial<Row>) {
  await db.update(applications).set(row).where(eq(applications.id, id));
}

/** The `fetch` of an application's server: requests to Muster reach the Worker. */
export const fetchOf =
  (muster: Muster) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : input.toString(), init);
    const { pathname, search } = new URL(request.url);
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    return muster.send(pathname + search, {
      method: request.method,
      headers: [...request.headers],
      ...(hasBody && { body: await request.arrayBuffer() }),
    });
  };

/** Opens an address of Muster in a browser: where it is sent. */
export async function openInBrowser(muster: Muster, address: string | URL): Promise<URL> {
  const { pathname, search } = new URL(address);
  const response = await muster.send(pathname + search);
  return new URL(response.headers.get("location") ?? "", ISSUER);
}

/** What the page asks. */
export async function question(user: Pick<BuiltUser, "api">, page: URL) {
  const query = page.search.slice(1);
  const response = await user.api.consent.$get({ query: { query } });
  return response.json();
}

/** A user follows a link of the application and agrees: where the browser comes back. */
export async function agree(
  muster: Muster,
  user: BuiltUser,
  address: string | URL,
  decision: "allow" | "deny" = "allow",
): Promise<URL> {
  const page = await openInBrowser(muster, address);
  if (page.pathname !== "/consent") return page;
  const json = { query: page.search.slice(1), decision };
  const response = await user.api.consent.$post({ json });
  const { url } = await response.json();
  return new URL(url);
}

/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

type Parameters = Record<string, string | undefined>;

function without(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return query;
}

/** Where an application sends its user, with some parameters changed or left out. */
export function authorizeUrl(applicationId: string, changed: Parameters = {}): URL {
  const query = without({
    client_id: applicationId,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: SCOPES.join(" "),
    state: "xyz",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...changed,
  });
  return new URL(`${ISSUER}/oauth/authorize?${query.toString()}`);
}

/** The user agrees: the code that the application gets. */
export async function codeOf(
  { muster, application, user }: Pick<Provider, "muster" | "application" | "user">,
  changed: Parameters = {},
): Promise<string> {
  const back = await agree(muster, user, authorizeUrl(application.id, changed));
  const code = back.searchParams.get("code");
  if (code === null) throw new Error(`There is no code: ${back.href}`);
  return code;
}

type Answer = { status: number } & Record<string, unknown>;

/** A form that the application's server sends. */
export async function post(
  { muster }: Pick<Provider, "muster">,
  path: string,
  form: Parameters,
  authorization?: string,
): Promise<Answer> {
  const response = await muster.send(path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(authorization !== undefined && { authorization }),
    },
    body: without(form).toString(),
  });
  const text = await response.text();
  const body: unknown = text === "" ? {} : JSON.parse(text);
  return { ...(typeof body === "object" && body), status: response.status };
}

export function exchangeCode(provider: Provider, code: string, changed: Parameters = {}) {
  const { application, secret } = provider;
  return post(provider, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    client_id: application.id,
    client_secret: secret,
    ...changed,
  });
}

export function refreshForm(
  { application, secret }: Provider,
  refreshToken: unknown,
  changed: Parameters = {},
): URLSearchParams {
  return without({
    grant_type: "refresh_token",
    refresh_token: String(refreshToken),
    client_id: application.id,
    client_secret: secret,
    ...changed,
  });
}

export function refresh(provider: Provider, refreshToken: unknown, changed: Parameters = {}) {
  const form = refreshForm(provider, refreshToken, changed);
  return post(provider, "/oauth/token", Object.fromEntries(form));
}

export async function userInfo({ muster }: Pick<Provider, "muster">, accessToken: unknown) {
  const response = await muster.send("/oauth/userinfo", {
    headers: { authorization: `Bearer ${String(accessToken)}` },
  });
  return response.status;
}
