import fc from "fast-check";
import { expect, test } from "vitest";
import { buildAdministrator } from "#test/support/people/builders.ts";
import { openFrontDoor, send } from "#test/support/discord/front-door.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { share } from "#test/support/workerd/share.ts";
import { app } from "#worker/app/app.ts";

const CONTROLS = ["\r", "\n", "\0", "\r\nSet-Cookie: a=b", "\u2028", "%0d%0a", "é", "😀"];

test("a sign-out at an application may contain any character, and none reaches a header as it is", async () => {
  const muster = await startMuster();
  for (const text of CONTROLS) {
    const response = await muster.send("/oauth/logout", {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `state=${text}&client_id=x${text}`,
    });
    expect([text, response.status]).toEqual([text, 303]);
    expect(response.headers.get("location")).toMatch(/^\/sign-out\?[!-~]*$/);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("signed requests that are no interactions are refused, and only Discord's ping is answered as one", async () => {
  const { muster, newEden } = await openFrontDoor();
  const statusOf = async (body: string) =>
    (await send(muster, await newEden.discord.sign(body))).status;
  const ping = { type: 1, id: "123456789012345678", application_id: "1", token: "t", version: 1 };
  expect(await statusOf(JSON.stringify(ping))).toBe(200);
  for (const body of ["", "not json", "{", "null", "[]", "1", '"text"', "\u0000", "{}"]) {
    expect([body, await statusOf(body)]).toEqual([body, 400]);
  }
  // https://discord.com/developers/docs/events/webhook-events#payload-structure
  for (const type of [0, 1]) {
    const event = { version: 1, application_id: "123456789012345678", type, event: { type: "X" } };
    expect(await statusOf(JSON.stringify(event))).toBe(400);
  }
});

test("a byte order mark before a signed body ends its signature", async () => {
  const { muster, newEden } = await openFrontDoor();
  const ping = { type: 1, id: "123456789012345678", application_id: "1", token: "t", version: 1 };
  const signed = await newEden.discord.sign(JSON.stringify(ping));
  expect((await send(muster, signed)).status).toBe(200);
  const marked = { ...signed, body: `\uFEFF${signed.body}` };
  expect((await send(muster, marked)).status).toBe(401);
});

/** In a path and a query: control characters, bytes that are no UTF-8, half an escape, and a character of two units. */
const ESCAPES = ["%00", "%0d%0aset-cookie:%20a=b", "%ff%fe", "%", "%F0%9F%98%80"];

test("control characters and broken escapes in any path, query or body are no error of the server", async () => {
  const muster = await startMuster();
  const admin = await buildAdministrator(muster);
  const routes = new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`),
  );
  const failed: string[] = [];
  for (const [nth, route] of [...routes].entries()) {
    const [method = "", pattern = ""] = route.split(" ");
    // Each route meets one of them, and all in the night.
    const own = nth % ESCAPES.length;
    for (const escape of share(ESCAPES, ESCAPES.slice(own, own + 1))) {
      const path = pattern.replaceAll(/:\w+/g, escape).replace("*", escape);
      const response = await muster.send(`${path}?search=${escape}&cursor=${escape}&id=${escape}`, {
        method,
        redirect: "manual",
        headers: {
          authorization: `Bearer ${admin.sessionToken}`,
          cookie: proofCookie(admin.proof),
          "content-type": pattern.startsWith("/oauth/")
            ? "application/x-www-form-urlencoded"
            : "application/json",
        },
        ...(method !== "GET" && { body: `{"id":"\0","name":"\r\n${escape}"}` }),
      });
      await response.arrayBuffer();
      if (response.status >= 500) failed.push(`${route} ${escape}: ${response.status}`);
    }
  }
  expect(failed).toEqual([]);
});

test("whatever a signed request contains, it is answered in Discord's form or refused", async () => {
  const { muster, newEden } = await openFrontDoor();
  const scalar = fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.constant(null));
  const interaction = fc.record(
    {
      type: fc.oneof(fc.integer({ min: 0, max: 6 }), scalar),
      id: scalar,
      token: scalar,
      data: fc.oneof(
        scalar,
        fc.dictionary(fc.constantFrom("name", "custom_id", "options"), scalar),
      ),
      member: fc.oneof(scalar, fc.record({ user: fc.oneof(scalar, fc.record({ id: scalar })) })),
      guild_id: scalar,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(interaction, fc.json()), async (given) => {
      const body = typeof given === "string" ? given : JSON.stringify(given);
      const { status } = await send(muster, await newEden.discord.sign(body));
      expect([200, 400]).toContain(status);
    }),
    { numRuns: share(200, 70), seed: 35 },
  );
});
