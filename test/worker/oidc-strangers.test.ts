import { expect, test } from "vitest";
import * as z from "zod/mini";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  agree,
  authorizeUrl,
  change,
  codeOf,
  exchangeCode,
  ISSUER,
  openInBrowser,
  post,
  question,
  startProvider,
} from "#test/support/applications/relying-party.ts";

// What clients expect that others have written.

test("a revocation is answered with an empty object, which clients parse", async () => {
  const provider = await startProvider();
  const { muster, application, secret } = provider;
  const { access_token } = await exchangeCode(provider, await codeOf(provider));
  const response = await muster.send("/oauth/revoke", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      token: String(access_token),
      client_id: application.id,
      client_secret: secret,
    }).toString(),
  });
  expect(response.headers.get("content-type")).toContain("application/json");
  expect([response.status, await response.json()]).toEqual([200, {}]);
});

test("userinfo takes the token in the header or in a form, and not in both", async () => {
  const provider = await startProvider();
  const { access_token } = await exchangeCode(provider, await codeOf(provider));
  const token = String(access_token);
  const path = "/oauth/userinfo";
  const { user } = provider;
  expect(await post(provider, path, { access_token: token })).toMatchObject({
    status: 200,
    sub: user.userId,
  });
  expect(await post(provider, path, {}, `Bearer ${token}`)).toMatchObject({ sub: user.userId });
  expect(await post(provider, path, { access_token: token }, `Bearer ${token}`)).toMatchObject({
    status: 400,
    error: "invalid_request",
  });
  expect(await post(provider, path, { access_token: "nothing" })).toMatchObject({
    status: 401,
    error: "invalid_token",
  });
  expect(await post(provider, path, {})).toMatchObject({ status: 401 });
  const challengeOf = async (body: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await provider.muster.send(path, { method: "POST", headers, body });
    return response.headers.get("www-authenticate");
  };
  // RFC 6750 §3
  expect(await challengeOf("access_token=nothing")).toContain('error="invalid_token"');
  expect(await challengeOf("")).not.toContain("error");
});

test("a token of another user as a hint gives login_required, and one of this user does not", async () => {
  const provider = await startProvider();
  const { muster, application, user } = provider;
  const { id_token } = await exchangeCode(provider, await codeOf(provider));
  const address = authorizeUrl(application.id, { id_token_hint: String(id_token) });
  const page = await openInBrowser(muster, address);
  expect(await question(user, page)).toMatchObject({ state: "consented" });
  const other = await buildUser(muster);
  expect(await question(other, page)).toMatchObject({
    state: "redirect",
    url: expect.stringContaining("error=login_required"),
  });
});

test("a setting leaves the issuer out of error answers, and never out of the others", async () => {
  const { muster, application, user } = await startProvider({ errorsNameIssuer: false });
  const sound = authorizeUrl(application.id);
  const unsound = authorizeUrl(application.id, { response_type: "token" });
  const cancelled = await agree(muster, user, sound, "deny");
  const refused = await openInBrowser(muster, unsound);
  for (const back of [cancelled, refused]) {
    expect(back.searchParams.get("error")).not.toBeNull();
    expect(back.searchParams.get("state")).toBe("xyz");
    expect(back.searchParams.has("iss")).toBe(false);
  }
  expect((await agree(muster, user, sound)).searchParams.get("iss")).toBe(ISSUER);
});

test("an application can tell a player who cancelled from one who is not permitted", async () => {
  const { muster, application, user } = await startProvider();
  const address = authorizeUrl(application.id);
  const wordsOf = (url: URL | string) => new URL(url).searchParams.get("error_description");
  expect(wordsOf(await agree(muster, user, address, "deny"))).toBe("The user has cancelled.");
  const group = await buildGroup(muster, { owner: await buildUser(muster) });
  await change(muster, application.id, { requiredGroupId: group.id });
  const refused = await question(user, await openInBrowser(muster, address));
  const { backUrl } = z.object({ backUrl: z.string() }).parse(refused);
  expect(wordsOf(backUrl)).toBe("The user is not permitted to sign in here.");
});
