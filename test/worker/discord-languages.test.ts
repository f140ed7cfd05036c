import { afterEach, expect, test, vi } from "vitest";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import { CATALOGS } from "#worker/language/catalogs.ts";

afterEach(() => {
  vi.useRealTimers();
  // As without a build.
  delete CATALOGS.de;
  delete CATALOGS.ja;
});

const speaks = (texts: Record<string, string | readonly (string | readonly [string])[]>) => () =>
  Promise.resolve({ default: { texts, reasons: {}, sentences: {} } });

test("a direct message is in the language of the account, a post in that of its channel", async () => {
  CATALOGS.de = speaks({
    "Your request to join {} was rejected.": ["Deine Anfrage an ", ["1"], " wurde abgelehnt."],
  });
  CATALOGS.ja = speaks({ "{} asks to join, {}": [["1"], "が参加を申請、", ["2"]] });
  const door = await openFrontDoor({ topics: ["requests"] });
  const { feed, param, target } = door;
  const saved = await feed.$put({ param, json: { target, topics: ["requests"], language: "ja" } });
  expect(saved.status).toBe(200);
  const mira = await door.addPilot();
  await mira.api.discord.messages.$put({ json: { isOn: true } });
  const chosen = await mira.api.account.language.$put({ json: { language: "de" } });
  expect(chosen.ok).toBe(true);
  const { id } = await door.ask(mira);
  await door.minute();
  const posts = await door.messages();
  expect(JSON.stringify(posts)).toContain("が参加を申請、");

  const json = { reason: "Not now" };
  await door.owner.api.groups["join-requests"][":id"].reject.$post({ param: { id }, json });
  await door.minute();
  const [german] = await door.discord.directMessages(mira.discordId);
  expect(german?.content).toContain("wurde abgelehnt.");
});
