import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { readError } from "#test/support/answers/read-error.ts";

const muster = await startMuster();
const user = await buildUser(muster);

/** Bytes, because `Request` adds a Content-Type to a string. */
const bytes = (text: string) => new TextEncoder().encode(text);

function start(contentType: string | undefined, body: string | undefined) {
  return muster.send("/api/auth/character/start", {
    method: "POST",
    headers: {
      authorization: `Bearer ${user.sessionToken}`,
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    ...(body !== undefined && { body: bytes(body) }),
  });
}

/** Whether Muster has read `{"access":"director"}`. */
async function asksForDirectorAccess(response: Response): Promise<boolean> {
  expect(response.status).toBe(200);
  return (await response.text()).includes("esi-corporations.track_members.v1");
}

// RFC 9110 §15.5.16
test("a body of another type than JSON is 415, with the type to send", async () => {
  for (const type of [
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json-seq",
    "json",
  ]) {
    const refused = await start(type, '{"access":"director"}');
    expect([type, refused.status]).toEqual([type, 415]);
    const { code, message } = await readError(refused);
    expect(code).toBe("unsupported_media_type");
    expect(message).toContain("Content-Type: application/json");
  }
});

// RFC 9110 §8.3: without a type, the recipient may examine the data.
test("JSON is read with every spelling of its type, and without one", async () => {
  for (const type of [
    undefined,
    "application/json",
    "Application/JSON; charset=utf-8",
    'application/json;charset="utf-8"',
    "application/json ; charset=utf-8",
  ]) {
    expect(await asksForDirectorAccess(await start(type, '{"access":"director"}'))).toBe(true);
  }
});

test("text that is not JSON is 400, with and without a type", async () => {
  for (const type of [undefined, "application/json"]) {
    for (const body of ["{", "access=director", "\u0000"]) {
      const refused = await start(type, body);
      expect(refused.status).toBe(400);
      expect((await readError(refused)).code).toBe("invalid_request");
    }
  }
});

test("a route that needs no body accepts an empty one of any type", async () => {
  for (const type of [undefined, "application/json", "text/plain"]) {
    expect(await asksForDirectorAccess(await start(type, undefined))).toBe(false);
    expect(await asksForDirectorAccess(await start(type, ""))).toBe(false);
  }
  const group = await buildGroup(muster, { owner: user });
  for (const path of [
    "/api/auth/login/start",
    "/api/discord/link/start",
    `/api/groups/${group.id}/invite-codes`,
    "/api/auth/logout",
  ]) {
    const response = await muster.send(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${user.sessionToken}`,
        cookie: proofCookie(user.proof),
        "content-type": "application/json",
      },
      body: bytes(""),
    });
    expect([path, response.ok]).toEqual([path, true]);
  }
});

test("a route that needs a body names the missing fields when there is none", async () => {
  const { sessionToken } = await buildUser(muster);
  for (const type of [undefined, "application/json"]) {
    const refused = await muster.send("/api/auth/main", {
      method: "PUT",
      headers: {
        authorization: `Bearer ${sessionToken}`,
        ...(type !== undefined && { "content-type": type }),
      },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys((await readError(refused)).fields ?? {})).toEqual(["characterId"]);
  }
});
