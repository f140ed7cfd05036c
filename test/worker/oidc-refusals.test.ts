import { expect, test } from "vitest";
import { altered } from "#test/support/people/altered.ts";
import { insertApplication } from "#test/support/applications/applications.ts";
import { signingKeys } from "#worker/db/schema/applications.ts";
import {
  addSecret,
  addSigningKeys,
  agree,
  authorizeUrl,
  CALLBACK,
  change,
  codeOf,
  exchangeCode,
  ISSUER,
  openInBrowser,
  post,
  question,
  refresh,
  refreshForm,
  startProvider,
  userInfo,
} from "#test/support/applications/relying-party.ts";

const INVALID_GRANT = { status: 400, error: "invalid_grant" };
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

test("a code works once; a second use ends what the first has begun", async () => {
  const provider = await startProvider();
  const code = await codeOf(provider);
  const first = await exchangeCode(provider, code);
  expect(first).toMatchObject({ status: 200, token_type: "Bearer", expires_in: 600 });
  expect(await userInfo(provider, first["access_token"])).toBe(200);
  expect(await exchangeCode(provider, code)).toMatchObject(INVALID_GRANT);
  expect(await userInfo(provider, first["access_token"])).toBe(401);
  expect(await refresh(provider, first["refresh_token"])).toMatchObject(INVALID_GRANT);
});

test("while there are no signing keys, an application is told in the words of OAuth, and its code and token still work", async () => {
  const provider = await startProvider();
  const { muster } = provider;
  const { refresh_token: token } = await exchangeCode(provider, await codeOf(provider));
  const code = await codeOf(provider);
  await muster.context.db.delete(signingKeys);
  const unavailable = {
    status: 503,
    error: "temporarily_unavailable",
    error_description: "The signing keys are being made. Try again in a minute.",
  };
  expect(await exchangeCode(provider, code)).toEqual(unavailable);
  expect(await refresh(provider, token)).toEqual(unavailable);
  const response = await muster.send("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: refreshForm(provider, token).toString(),
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": "60",
    "access-control-allow-origin": "*",
  });
  await addSigningKeys(muster);
  expect(await exchangeCode(provider, code)).toMatchObject({ status: 200 });
  expect(await refresh(provider, token)).toMatchObject({ status: 200 });
});

test("of two that use a code at the same time, neither keeps a session", async () => {
  const provider = await startProvider();
  const code = await codeOf(provider);
  const answers = await Promise.all([exchangeCode(provider, code), exchangeCode(provider, code)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const won = answers.find(({ status }) => status === 200);
  expect(await userInfo(provider, won?.["access_token"])).toBe(401);
});

test("a code is worth nothing with another verifier, address, secret or application, or after a minute", async () => {
  const provider = await startProvider();
  const { muster } = provider;
  const other = await insertApplication(muster, { redirectUris: [CALLBACK] });
  const otherSecret = await addSecret(muster, other.id);
  const code = await codeOf(provider);
  const refused = [
    { code_verifier: "a".repeat(43) },
    { code_verifier: undefined },
    { redirect_uri: `${CALLBACK}/` },
    { client_id: other.id, client_secret: otherSecret },
  ];
  for (const changed of refused) {
    expect([changed, await exchangeCode(provider, code, changed)]).toMatchObject([
      changed,
      INVALID_GRANT,
    ]);
  }
  for (const changed of [
    { client_secret: "wrong" },
    { client_secret: undefined },
    { client_id: "nobody" },
    { client_secret: otherSecret },
  ]) {
    expect(await exchangeCode(provider, code, changed)).toMatchObject({
      status: 401,
      error: "invalid_client",
    });
  }
  expect(await exchangeCode(provider, code, { redirect_uri: undefined })).toMatchObject({
    error: "invalid_request",
  });
  const late = await muster.later(61, () => exchangeCode(provider, code));
  expect(late).toMatchObject(INVALID_GRANT);
  // None of these attempts has used the code.
  expect(await exchangeCode(provider, code)).toMatchObject({ status: 200 });
});

test("a code that was asked for without PKCE is not redeemed with a verifier", async () => {
  const provider = await startProvider();
  const plain = { code_challenge: undefined, code_challenge_method: undefined };
  const code = await codeOf(provider, plain);
  expect(await exchangeCode(provider, code)).toMatchObject(INVALID_GRANT);
  expect(await exchangeCode(provider, code, { code_verifier: undefined })).toMatchObject({
    status: 200,
  });
});

test("a public application needs PKCE and must not send a secret", async () => {
  const provider = await startProvider({ isPublic: true });
  const { muster, application } = provider;
  const bare = authorizeUrl(application.id, {
    code_challenge: undefined,
    code_challenge_method: undefined,
  });
  const back = await openInBrowser(muster, bare);
  expect(back.origin + back.pathname).toBe(CALLBACK);
  expect(back.searchParams.get("error")).toBe("invalid_request");
  const code = await codeOf(provider);
  expect(await exchangeCode(provider, code)).toMatchObject({ error: "invalid_client" });
  expect(await exchangeCode(provider, code, { client_secret: undefined })).toMatchObject({
    status: 200,
  });
});

test.for([
  `${CALLBACK}/`,
  `${CALLBACK}?x=1`,
  CALLBACK.toUpperCase(),
  CALLBACK.replace("https", "http"),
  `${CALLBACK}/../callback`,
  `${CALLBACK}%2f`,
  "https://wiki.example.com.evil.test/callback",
  "https://wiki.example.com@evil.test/callback",
  "https://evil.test/callback",
  "//wiki.example.com/callback",
  "http://127.0.0.1:4001/callback",
])("nothing is sent to %s, which is not the application's address", async (address) => {
  const { muster, application, user } = await startProvider({
    redirectUris: [CALLBACK, "http://127.0.0.1:4000/callback"],
  });
  const page = await openInBrowser(
    muster,
    authorizeUrl(application.id, { redirect_uri: address, prompt: "none" }),
  );
  expect([page.origin, page.pathname]).toEqual([ISSUER, "/consent"]);
  expect(await question(user, page)).toEqual({ state: "invalid", reason: "redirect_uri" });
});

test("a request that names an address or an application twice is sent nowhere", async () => {
  const { muster, application, user } = await startProvider();
  for (const [name, value] of [
    ["redirect_uri", "https://evil.test/"],
    ["client_id", application.id],
  ] as const) {
    const address = authorizeUrl(application.id);
    address.searchParams.append(name, value);
    const page = await openInBrowser(muster, address);
    expect(page.pathname).toBe("/consent");
    expect(await question(user, page)).toMatchObject({ state: "invalid" });
  }
});

test.for([
  [{ response_type: "token" }, "unsupported_response_type"],
  [{ response_type: "code id_token" }, "unsupported_response_type"],
  [{ response_mode: "fragment" }, "invalid_request"],
  [{ scope: "profile" }, "invalid_scope"],
  [{ scope: undefined }, "invalid_scope"],
  [{ code_challenge_method: "plain" }, "invalid_request"],
  [{ code_challenge_method: undefined }, "invalid_request"],
  [{ code_challenge: "short" }, "invalid_request"],
  [{ prompt: "none login" }, "invalid_request"],
  [{ prompt: "surprise" }, "invalid_request"],
  [{ max_age: "-1" }, "invalid_request"],
  [{ nonce: "n".repeat(501) }, "invalid_request"],
  [{ request: "e30." }, "request_not_supported"],
  [{ request_uri: "https://wiki.example.com/r" }, "request_uri_not_supported"],
  [{ registration: "{}" }, "registration_not_supported"],
] as const)("an application is told that %o is not supported", async ([changed, error]) => {
  const { muster, application } = await startProvider();
  const back = await openInBrowser(muster, authorizeUrl(application.id, changed));
  expect(back.origin + back.pathname).toBe(CALLBACK);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: "xyz", iss: ISSUER });
});

test("every answer names the issuer, so that an application with several cannot mix them up", async () => {
  const { muster, application, user } = await startProvider();
  const address = authorizeUrl(application.id);
  for (const decision of ["allow", "deny"] as const) {
    const back = await agree(muster, user, address, decision);
    expect(back.searchParams.get("iss")).toBe(ISSUER);
    expect(back.searchParams.get("error")).toBe(decision === "deny" ? "access_denied" : null);
  }
});

test("refresh tokens rotate: a lost answer is repeated for seconds, an older token ends the session", async () => {
  const provider = await startProvider();
  const { muster } = provider;
  const first = await exchangeCode(provider, await codeOf(provider));
  const second = await refresh(provider, first["refresh_token"]);
  expect(second["refresh_token"]).not.toBe(first["refresh_token"]);
  const again = await refresh(provider, first["refresh_token"]);
  expect(again["refresh_token"]).toBe(second["refresh_token"]);
  const third = await refresh(provider, second["refresh_token"]);
  expect(third).toMatchObject({ status: 200 });
  await muster.later(30, async () => {
    expect(await refresh(provider, second["refresh_token"])).toMatchObject(INVALID_GRANT);
    expect(await refresh(provider, third["refresh_token"])).toMatchObject(INVALID_GRANT);
  });
});

test("a forged refresh token is refused and ends nothing", async () => {
  const provider = await startProvider();
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const real = String(tokens["refresh_token"]);
  const [head = "", , keyId = "", mac = ""] = real.split(".");
  const forged = [
    `${head}.0.${keyId}.${mac}`,
    `${head}.2.${keyId}.${mac}`,
    `${head}.1.${keyId}.${altered(mac)}`,
    real.replace("rt_", "at_"),
    String(tokens["access_token"]),
    "nothing",
  ];
  for (const token of forged) {
    expect([token, await refresh(provider, token)]).toMatchObject([token, INVALID_GRANT]);
  }
  expect(await refresh(provider, real)).toMatchObject({ status: 200 });
});

test("another application's refresh token is refused, and not revoked by it", async () => {
  const provider = await startProvider();
  const { muster } = provider;
  const other = await insertApplication(muster);
  const otherSecret = await addSecret(muster, other.id);
  const asOther = { client_id: other.id, client_secret: otherSecret };
  const { refresh_token: token } = await exchangeCode(provider, await codeOf(provider));
  expect(await refresh(provider, token, asOther)).toMatchObject(INVALID_GRANT);
  expect(await post(provider, "/oauth/revoke", { token: String(token), ...asOther })).toMatchObject(
    {
      status: 200,
    },
  );
  expect(await refresh(provider, token)).toMatchObject({ status: 200 });
});

test("everything expires: the access token after ten minutes, an unused session after thirty days", async () => {
  const provider = await startProvider();
  const { muster } = provider;
  const tokens = await exchangeCode(provider, await codeOf(provider));
  expect(await muster.later(11 * MINUTE, () => userInfo(provider, tokens["access_token"]))).toBe(
    401,
  );
  const late = await muster.later(31 * DAY, () => refresh(provider, tokens["refresh_token"]));
  expect(late).toMatchObject(INVALID_GRANT);
});

test("a replaced secret works for another day, and an application that is off for nothing", async () => {
  const provider = await startProvider();
  const { muster, application, user } = provider;
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const { refresh_token: token, access_token: access } = tokens;
  await change(muster, application.id, { isOn: false });
  expect(await userInfo(provider, access)).toBe(401);
  expect(await refresh(provider, token)).toMatchObject({ error: "invalid_client" });
  const page = await openInBrowser(muster, authorizeUrl(application.id));
  expect(await question(user, page)).toEqual({ state: "invalid", reason: "off" });
  await change(muster, application.id, { isOn: true });
  expect(await userInfo(provider, access)).toBe(200);
  expect(await refresh(provider, token)).toMatchObject({ status: 200 });
});

test("two ways of authentication at once, repeated parameters and other bodies are refused", async () => {
  const provider = await startProvider();
  const { muster, application, secret } = provider;
  const code = await codeOf(provider);
  const basic = `Basic ${btoa(`${application.id}:${secret}`)}`;
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const twice = { ...form, client_secret: secret };
  expect(await post(provider, "/oauth/token", twice, basic)).toMatchObject({
    error: "invalid_request",
  });
  const repeated = await muster.send("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", authorization: basic },
    body: `grant_type=authorization_code&code=${code}&code=${code}`,
  });
  expect(await repeated.json()).toMatchObject({ error: "invalid_request" });
  expect(await post(provider, "/oauth/token", { grant_type: "password" }, basic)).toMatchObject({
    error: "unsupported_grant_type",
  });
  expect(await post(provider, "/oauth/token", form, "Basic !!!")).toMatchObject({
    error: "invalid_client",
  });
});
