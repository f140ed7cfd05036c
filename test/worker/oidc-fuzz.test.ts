import fc from "fast-check";
import { expect, test } from "vitest";
import { app } from "#worker/app/app.ts";
import { codeOf, exchangeCode, startProvider } from "#test/support/applications/relying-party.ts";
import { share } from "#test/support/workerd/share.ts";

const RUNS = share(300, 100);
const NAMES = [
  "grant_type",
  "code",
  "refresh_token",
  "redirect_uri",
  "code_verifier",
  "client_id",
  "client_secret",
  "token",
  "scope",
  "response_type",
  "state",
  "prompt",
  "max_age",
  "id_token_hint",
  "post_logout_redirect_uri",
];

const PATHS = ["token", "revoke", "userinfo", "authorize", "logout", "jwks"];

test("every route of OpenID is among those that get anything", () => {
  const routes = app.routes.filter(
    ({ method, path }) => method !== "ALL" && /^\/oauth\/\w/.test(path),
  );
  const names = new Set(routes.map(({ path }) => path.replace("/oauth/", "")));
  expect([...names].toSorted()).toEqual(PATHS.toSorted());
});

test("whatever an application sends, it gets an answer of OAuth and nobody's token", async () => {
  const provider = await startProvider();
  const { muster, application, secret } = provider;
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const known = [
    application.id,
    secret,
    "authorization_code",
    "refresh_token",
    "code",
    "openid",
    "none",
    String(tokens["access_token"]),
    String(tokens["id_token"]),
    application.redirectUris[0] ?? "",
    "\0",
    "\r\nset-cookie: a=b",
  ];
  const value = fc.oneof(fc.constantFrom(...known), fc.string({ unit: "binary" }));
  const form = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 });
  const path = fc.constantFrom(...PATHS);
  await fc.assert(
    fc.asyncProperty(path, fc.boolean(), form, async (name, isQuery, pairs) => {
      const text = new URLSearchParams();
      for (const [key, given] of pairs) text.append(key, given.toWellFormed());
      const response = await muster.send(
        `/oauth/${name}${isQuery ? `?${text.toString()}` : ""}`,
        isQuery
          ? {}
          : {
              method: "POST",
              headers: { "content-type": "application/x-www-form-urlencoded" },
              body: text.toString(),
            },
      );
      expect(response.status).toBeLessThan(500);
      const answer = await response.text();
      expect(answer).not.toContain('"refresh_token":');
      const location = response.headers.get("location");
      const places = ["/consent", "/sign-out", ...application.redirectUris];
      expect(location === null || places.some((place) => location.startsWith(place))).toBe(true);
    }),
    { numRuns: RUNS, seed: 8 },
  );
});
