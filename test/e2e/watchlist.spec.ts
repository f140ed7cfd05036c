import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { openSession, signIn } from "./api-session.ts";
import { call, idOf, makeGroup, test } from "./group-pages.ts";
import { choosePilot, expect, expectAccessible, openMenu, pilotName } from "./product.ts";

const pilotSchema = z.object({ user: z.object({ mainCharacterId: z.int() }) });

const rowOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Entries" })
    .getByRole("listitem")
    .filter({ has: page.locator("summary"), hasText: name });

test("a keeper adds an entry with the keyboard, sees whom it hits before, and keeps it", async ({
  page,
  enlist,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const pilot = await enlist("Vesper Holloway");
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/watchlist");
  await expect(page).toHaveTitle("Watchlist · Muster");
  // The seed's own entry has hits by history.
  const seeded = rowOf(page, "Cinder & Salt");
  await seeded.locator("summary").press("Enter");
  await expect(seeded.getByText(/as EVE’s history says$/).first()).toBeVisible();
  await expectAccessible(page);
  await seeded.getByRole("button", { name: "Remove Cinder & Salt" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Remove", exact: true })
    .press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing is on the watchlist" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add entry" }).first().press("Enter");
  const adding = page.getByRole("dialog", { name: "Add to the watchlist" });
  await expect(adding.getByLabel("What is watched")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await adding.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await expect(adding.getByText("Choose from the list")).toBeVisible();
  await expect(adding.getByText("Reason is required")).toBeVisible();
  await adding.getByLabel("Pilot", { exact: true }).focus();
  await page.keyboard.type(pilot.name.toLowerCase());
  await expect(adding.getByRole("option", { name: pilot.name })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(adding.getByRole("heading", { name: "Hits 1 character now" })).toBeVisible();
  await expect(adding.getByText("Is this pilot")).toBeVisible();
  await adding.getByRole("radio", { name: /^Watch/ }).focus();
  await page.keyboard.press("ArrowDown");
  await adding.getByLabel("Reason").fill("Sold what was said in our channels.");
  await adding.getByLabel("Link, optional").fill("http://example.org/report");
  await adding.getByLabel("Review by").fill("");
  await page.keyboard.press("Enter");
  await expect(adding.getByText("Link must be a whole https address")).toBeVisible();
  await expect(adding.getByText("Choose a day within a year")).toBeVisible();
  await expectAccessible(page);
  await adding.getByLabel("Link, optional").fill("https://example.org/report");
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await adding.getByLabel("Review by").fill(soon);
  await page.keyboard.press("Enter");
  await expect(adding).toBeHidden();

  const row = rowOf(page, pilot.name);
  await expect(row).toContainText("1 hit");
  await expect(row).toContainText("Refuse");
  await expect(row).toContainText("Review by");
  await row.locator("summary").press("Enter");
  await expect(row.getByRole("link", { name: "https://example.org/report" })).toBeVisible();
  const hit = row.getByRole("list", { name: `Hits of ${pilot.name}` });
  await expect(hit).toContainText("New");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Mark as seen" }).press("Enter");
  await expect(hit).not.toContainText("New");
  await expect(row.getByRole("button", { name: "Mark as seen" })).toHaveCount(0);
  await row.getByRole("button", { name: "Confirm for 180 days" }).press("Enter");
  await expect(page.getByText(/^Confirmed until /)).toBeVisible();
  await expect(row).toContainText("Until");

  await row.getByRole("button", { name: `Change ${pilot.name}` }).press("Enter");
  const changing = page.getByRole("dialog", { name: `Change the entry of ${pilot.name}` });
  await changing.getByRole("radio", { name: /^Watch/ }).check();
  await changing.getByLabel("Reason").fill("Cleared of half of it.");
  await changing.getByRole("button", { name: "Save" }).press("Enter");
  await expect(row.locator("summary")).toContainText("Watch");
  await expect(row.locator("summary")).toContainText("Cleared of half of it.");

  // The same is not added twice.
  await page.getByRole("button", { name: "Add entry" }).press("Enter");
  await adding.getByLabel("Pilot", { exact: true }).fill(pilot.name);
  await expect(adding.getByRole("option", { name: pilot.name })).toBeVisible();
  await adding.getByLabel("Pilot", { exact: true }).press("Enter");
  await adding.getByLabel("Reason").fill("Again.");
  await adding.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await expect(adding.getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByLabel("Name or reason").fill("no such reason");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No entry found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await page.getByRole("button", { name: /^Review due/ }).click();
  await expect(page.getByRole("heading", { name: "No entry found" })).toBeVisible();
  await page.getByLabel("Name or reason").fill("HALF OF IT");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^All/ }).click();
  await expect(page).toHaveURL(/\?search=HALF\+OF\+IT$/);
  await row.locator("summary").press("Enter");
  await row.getByRole("button", { name: `Remove ${pilot.name}` }).press("Enter");
  const removing = page.getByRole("dialog", { name: `Remove ${pilot.name} from the watchlist?` });
  await removing.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(row).toHaveCount(0);
});

test("members of the keepers' group find the watchlist in their menu, and others do not", async ({
  page,
  category,
  enlist,
}) => {
  await signIn(page, "Aurelia Voss");
  const { id, name } = await makeGroup(page, category);
  const [keeper, other] = [await enlist("Keeper"), await enlist("Other")];
  await call(keeper.page, "POST", `/groups/${id}/join`);
  await page.goto("/admin/watchlist#watchlist-keepers");
  const keepers = page.getByRole("region", { name: "Keepers" });
  await keepers.getByLabel("Group of keepers").fill(name);
  await keepers.getByRole("option", { name }).click();
  await keepers.getByRole("button", { name: "Save keepers" }).click();
  await expect(page.getByText("Keepers saved")).toBeVisible();
  await page.reload();
  await expect(keepers.getByRole("list", { name: "Chosen groups" })).toContainText(name);

  await keeper.page.goto("/dashboard");
  await openMenu(keeper.page);
  await keeper.page.getByRole("link", { name: "Watchlist" }).click();
  await expect(keeper.page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  await expect(keeper.page.getByRole("region", { name: "Keepers" })).toHaveCount(0);
  await expectAccessible(keeper.page);
  await keeper.page.goto("/admin/pilots");
  await expect(keeper.page).toHaveURL(/\/dashboard$/);

  await other.page.goto("/admin/watchlist");
  await expect(other.page).toHaveURL(/\/dashboard$/);
  await openMenu(other.page);
  await expect(other.page.getByRole("link", { name: "Groups", exact: true })).toBeVisible();
  await expect(other.page.getByRole("link", { name: "Watchlist" })).toHaveCount(0);
});

test("an entry of a corporation finds a pilot in it who signs in later", async ({
  page,
  newEden,
}) => {
  await signIn(page, "Aurelia Voss");
  const corporation = await newEden.createCorporation({ name: pilotName("Northern Wake") });
  await page.goto("/admin/watchlist");
  await page.getByRole("button", { name: "Add entry" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add to the watchlist" });
  await adding.getByLabel("What is watched").selectOption("Corporation");
  await adding.getByLabel("Corporation", { exact: true }).fill(corporation.name);
  await adding.getByRole("option", { name: corporation.name }).click();
  await adding.getByLabel("Former members count").selectOption("However long ago they left");
  await expect(adding.getByRole("heading", { name: "Hits no character now" })).toBeVisible();
  await adding.getByLabel("Reason").fill("Two thefts from shared hangars.");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding).toBeHidden();
  const name = pilotName("Late");
  await newEden.createPilot({ name, corporationId: corporation.id });
  await openSession(name);
  const row = rowOf(page, corporation.name);
  // Where the pilot is, is read after the sign-in.
  await expect(async () => {
    await page.goto("/admin/watchlist?show=new");
    await row.locator("summary").click({ timeout: 2000 });
  }).toPass();
  await expect(row.getByText("Former members count, however long ago they left")).toBeVisible();
  await expect(row.getByRole("list", { name: `Hits of ${corporation.name}` })).toContainText(name);
  await expect(row.getByText(/^Is in it/)).toBeVisible();
});

test("what another keeper changes while the dialog is open stays", async ({ page, newEden }) => {
  await signIn(page, "Aurelia Voss");
  const { id: eveId, name } = await newEden.createCorporation({ name: pilotName("Shared Entry") });
  const entry = {
    subject: "corporation",
    eveId,
    name,
    reason: "Thefts.",
    link: null,
    months: null,
  };
  const id = idOf(await call(page, "POST", "/watchlist", entry));
  await page.goto("/admin/watchlist");
  const row = rowOf(page, name);
  await row.locator("summary").click();
  await row.getByRole("button", { name: `Change ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Change the entry of ${name}` });
  await dialog.getByLabel("Reason").fill("Thefts from hangars.");
  await call(page, "PATCH", `/watchlist/${id}`, { level: "refuse" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("Thefts from hangars.");
  await expect(row).toContainText("Refuse");
});

test("a keeper who reviews a request reads which entries hit its pilot, and follows one to the list", async ({
  page,
  category,
  enlist,
}) => {
  await signIn(page, "Aurelia Voss");
  const [owner, pilot] = [await enlist("Leader"), await enlist("Asks To Join")];
  const group = await makeGroup(owner.page, category, { joinMode: "approval" });
  const request = idOf(await call(pilot.page, "POST", `${group.path}/join-requests`, {}));
  const path = `${group.path}/requests/${request}`;
  await page.goto(path);
  await expect(
    page.getByRole("heading", { level: 1, name: `Request of ${pilot.name}` }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Watchlist" })).toHaveCount(0);
  const session = z.parse(pilotSchema, await call(pilot.page, "GET", "/auth/session"));
  const entry = {
    subject: "pilot",
    eveId: session.user.mainCharacterId,
    name: pilot.name,
    level: "refuse",
    reason: "Sold what was said in our channels.",
    link: null,
    months: null,
  };
  const added = idOf(await call(page, "POST", "/watchlist", entry));
  await page.goto(path);
  const card = page.getByRole("region", { name: "Watchlist" });
  await expect(card).toContainText("Refuse");
  await expect(card.getByRole("list", { name: `Hits of ${pilot.name}` })).toContainText(
    "Is this pilot",
  );
  await expectAccessible(page);
  await owner.page.goto(path);
  await expect(
    owner.page.getByRole("heading", { level: 1, name: `Request of ${pilot.name}` }),
  ).toBeVisible();
  await expect(owner.page.getByRole("region", { name: "Watchlist" })).toHaveCount(0);
  await card.getByRole("link", { name: pilot.name }).first().click();
  await expect(rowOf(page, pilot.name)).toBeVisible();
  // In the list, the hit stands with the name before a decision, and is left out of all.
  const free = await enlist("Is Free");
  await call(free.page, "POST", `/groups/${group.id}/join-requests`, {});
  const list = `/groups/${group.id}?tab=requests`;
  await page.goto(list);
  const row = page.locator(`[data-row="${request}"]`);
  await expect(row).toContainText("Refuse");
  await expect(row).toContainText(`${pilot.name}: Is this pilot`);
  await page.getByRole("checkbox", { name: "Select all 1" }).check();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("1 selected");
  await expect(bar).toContainText("1 left out");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Approve... ${pilot.name}` }).click();
  const question = page.getByRole("dialog", { name: `Approve ${pilot.name}?` });
  await expect(question).toContainText("The watchlist has this pilot.");
  await page.keyboard.press("Escape");
  await expect(bar).toContainText("1 selected");
  await owner.page.goto(list);
  await expect(owner.page.locator(`[data-row="${request}"]`)).not.toContainText("Refuse");
  await expect(owner.page.getByRole("checkbox", { name: "Select all 2" })).toBeVisible();
  await page.goto(`/admin/pilots?search=${encodeURIComponent(pilot.name)}`);
  await expect(page.getByRole("table", { name: "Pilots" })).toContainText("Refuse");
  await page.getByRole("link", { name: pilot.name }).first().click();
  await expect(card).toContainText("Is this pilot");
  await call(page, "DELETE", `/watchlist/${added}`);
});

test("a keeper chooses a channel for hits with a fresh proof, and reads before who will learn of them", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  await signIn(page, "Aurelia Voss");
  const server = await newEden.discord.servers.create({
    name: pilotName("Quay"),
    channels: [{ name: "keepers" }],
  });
  await page.goto("/admin/watchlist#watchlist-posts");
  const choose = page.getByRole("button", { name: "Choose channel" });
  await expect(choose).toBeEnabled();
  await choose.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Discord posts" });
  await expect(dialog.getByText(/learns who is on the watchlist/)).toBeVisible();
  await dialog.getByLabel("Post to").selectOption({ label: `#keepers (${server.name})` });
  await expectAccessible(page);
  await page.context().clearCookies({ name: /proof/ });
  await dialog.getByRole("button", { name: "Save posts" }).press("Enter");
  await page.getByRole("button", { name: "Continue to EVE" }).press("Enter");
  await choosePilot(page, "Aurelia Voss");
  await expect(page.getByText(`In #keepers on ${server.name}.`)).toBeVisible();
  await call(page, "DELETE", "/watchlist/discord-feed");
});

test("a keeper imports a table, reads which lines are left out before anything is written", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/watchlist");
  const name = pilotName("Imported");
  const text = `subject,eveId,name,level,reason\ncorporation,98123456,${name},watch,Why.\nfleet,1,Other,watch,\n`;
  await page.getByRole("button", { name: "Import CSV" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import a table" });
  await dialog.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await expect(dialog.getByText("Choose a file with at least one entry.")).toBeVisible();
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await expect(dialog.getByText("1 entry is understood.")).toBeVisible();
  await expect(dialog.getByText("Line 3: subject, reason")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 1 entry" }).press("Enter");
  await expect(page.getByText("1 entry was added")).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
});

test("an export asks for a fresh proof, and the file arrives by itself after it", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  await signIn(page, "Aurelia Voss");
  const name = pilotName("Exported");
  const entry = { subject: "corporation", eveId: 98_765_432, name, level: "watch" };
  await call(page, "POST", "/watchlist", {
    ...entry,
    reason: 'Said "o7", then left',
    link: null,
    months: 6,
  });
  await page.goto("/admin/watchlist");
  // The page itself needs a sign-in of the last twelve hours, so the browser forgets it only now.
  await expect(rowOf(page, name)).toBeVisible();
  await page.context().clearCookies({ name: /proof/ });
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  await page.getByRole("button", { name: "Continue to EVE" }).press("Enter");
  const download = page.waitForEvent("download");
  await choosePilot(page, "Aurelia Voss");
  const file = await download;
  expect(file.suggestedFilename()).toBe("muster-watchlist.csv");
  const [columns, ...rows] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(columns?.replace("\uFEFF", "")).toBe(
    '"subject","eveId","name","level","reason","link","months","until"',
  );
  const until = new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10);
  expect(rows.find((row) => row.includes(name))).toContain(
    `"corporation","98765432","${name}","watch","Said ""o7"", then left","","6","${until}`,
  );
  await expect(page.getByText("The file is saved")).toBeVisible();
  await expect(page).toHaveURL("/admin/watchlist");

  // With the proof, the button is enough.
  const second = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  expect((await second).suggestedFilename()).toBe("muster-watchlist.csv");
});
