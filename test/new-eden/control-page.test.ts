import { expect, test } from "vitest";
import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";
import { MIRA_TAL_ID, NULL_CONCORD_ID, PIP_MARLOWE_ID } from "./ids.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";

const BASE = "https://new-eden.test";

/** Presses the button with this label in the first form that contains `fields`. */
async function press({ send }: Eden, label: string, fields: string[] = []) {
  const page = await (await send(`${BASE}/`)).text();
  const forms = [...page.matchAll(/<form method="post" action="([^"]+)">(.*?)<\/form>/gs)];
  const [, action = "", inner = ""] =
    forms.find(
      ([form]) => form.includes(`>${label}<`) && fields.every((field) => form.includes(field)),
    ) ?? [];
  const inputs = [...inner.matchAll(/name="([^"]+)" value="([^"]+)"/g)];
  const body = new FormData();
  for (const [, name = "", value = ""] of inputs) body.set(name, value);
  const response = await send(action, { method: "POST", body });
  expect(response.headers.get("location")).toBe(BASE);
}

test("a service is broken and repaired on the control page", async () => {
  const eden = openEden();
  const status = async () => (await eden.send(`${BASE}/sso/oauth/jwks`)).status;
  await press(eden, "On", ['value="sso"', 'value="unavailable"']);
  expect(await status()).toBe(503);
  expect(await (await eden.send(`${BASE}/`)).text()).toContain(
    "EVE SSO: 503: the cluster is closed",
  );
  await press(eden, "Remove all");
  expect(await status()).toBe(200);
});

test("the control page sells a pilot, makes a director, advances an hour, rotates refresh tokens and keeps earlier grants", async () => {
  const eden = openEden();
  const { pilots, sso } = eden.world;
  const account = pilots.get(MIRA_TAL_ID)?.account;
  await press(eden, "Sell", [`/pilots/${MIRA_TAL_ID}/sell`]);
  expect(pilots.get(MIRA_TAL_ID)?.account).not.toBe(account);
  await press(eden, "Remove roles", [`/pilots/${MIRA_TAL_ID}/`]);
  expect(pilots.get(MIRA_TAL_ID)?.roles).toEqual([]);
  await press(eden, "Make director", [`/pilots/${MIRA_TAL_ID}/`]);
  expect(pilots.get(MIRA_TAL_ID)?.roles).toEqual(["Director"]);
  await press(eden, "+ 1 hour");
  expect(eden.world.clockOffsetMs).toBe(3_600_000);
  await press(eden, "Rotate refresh tokens");
  expect(sso.rotatesRefreshTokens).toBe(true);
  await press(eden, "Keep earlier grants");
  expect(sso.endsEarlierGrants).toBe(false);
});

test("the control page gives a role, gives and takes a title, and sets a contact", async () => {
  const eden = openEden();
  const { pilots, contacts } = eden.world;
  const post = async (what: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const path = `${BASE}/control/page/pilots/${PIP_MARLOWE_ID}/${what}`;
    expect((await eden.send(path, { method: "POST", body })).status).toBe(303);
  };
  const page = async () => (await eden.send(`${BASE}/`)).text();
  expect(await page()).toContain('<option value="Trader">Trader</option>');
  await post("give-role", { role: "Trader" });
  await post("give-role", { role: "Auditor" });
  expect(pilots.get(PIP_MARLOWE_ID)?.roles).toEqual(["Trader", "Auditor"]);
  await post("toggle-title", { titleId: "2" });
  expect(pilots.get(PIP_MARLOWE_ID)?.titleIds).toEqual([2]);
  await post("toggle-title", { titleId: "2" });
  expect(pilots.get(PIP_MARLOWE_ID)?.titleIds).toEqual([]);
  const ownerId = String(NULL_CONCORD_ID);
  await post("contact", { ownerId, standing: "5" });
  expect(contacts.get(NULL_CONCORD_ID)?.list).toEqual([
    { id: PIP_MARLOWE_ID, type: "character", standing: 5 },
  ]);
  await post("contact", { ownerId, standing: "" });
  expect(contacts.get(NULL_CONCORD_ID)?.list).toEqual([]);
});

test("every cron of the product has a button, which states its jobs", async () => {
  const eden = openEden();
  const run: string[] = [];
  eden.world.runCron = async (cron) => void run.push(cron);
  for (const [name, { jobs }] of Object.entries(SCHEDULES))
    await press(eden, jobs.join(", "), [name]);
  await press(eden, "what waits: evaluations, Discord, webhooks, ends", [EVERY_MINUTE]);
  expect(run).toEqual([...Object.keys(SCHEDULES), EVERY_MINUTE]);
});
