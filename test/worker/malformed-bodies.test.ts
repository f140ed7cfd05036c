import { expect, test } from "vitest";
import { openFrontDoor, send } from "#test/support/front-door.ts";
import { startMuster } from "#test/support/harness.ts";

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
