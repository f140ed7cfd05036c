import { enter, openSession, runEveryMinute, takeOver } from "./api-session.ts";
import { choose, closeWindow, openPopup } from "./discord.ts";
import { hands } from "./hands.ts";
import { expect, pilotName, test } from "./product.ts";

// A file of its own: each has an empty community of its own.
test.use({ isEmpty: true });

test("the first steps come with what they suggest: a field that came later would push the others", async ({
  page,
}) => {
  await enter(page, "Aurelia Voss");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/community", (route) => held.promise.then(() => route.continue()));
  const isAsked = page.waitForRequest("**/api/admin/community");
  await page.goto("/admin/overview");
  await isAsked;
  const steps = page.getByRole("region", { name: "Five steps to open the doors" });
  await expect(page.getByText("Loading the overview...")).toBeVisible();
  await expect(steps).toHaveCount(0);
  held.resolve();
  await expect(steps).toBeVisible();
  await expect(steps.getByRole("textbox", { name: "Name" }).first()).toHaveValue("Null Concord");
});

test("from an empty community to an approved member with a role on Discord, a leader acts 16 times", async ({
  page,
  browser,
  newEden,
  newPilot,
}) => {
  const { servers, createUser } = newEden.discord;
  const harbour = pilotName("Harbour");
  const server = await servers.create({
    name: harbour,
    membersIntent: true,
    roles: [{ name: "Pilot" }],
  });
  const roleId = server.roles.find(({ name }) => name === "Pilot")?.id ?? "";
  const name = await newPilot("Newcomer");
  const person = await createUser({
    username: name.toLowerCase().replaceAll(" ", "."),
    globalName: name,
  });
  await servers.addMembers(server.id, [{ userId: person.id }]);

  await enter(page, "Aurelia Voss");
  const leader = hands(page);
  await leader.click(page.getByRole("link", { name: "Open the overview" }));
  const steps = page.getByRole("region", { name: "Five steps to open the doors" });
  for (const button of ["Save name", "Create Group", "Add Sable Meridian", "Grant director"]) {
    // One step after the other.
    // oxlint-disable-next-line no-await-in-loop
    await leader.click(steps.getByRole("button", { name: button }));
  }
  await leader.click(page.getByRole("button", { name: "Continue to EVE" }));
  await leader.click(page.getByRole("button", { name: /Aurelia Voss/ }));
  await leader.click(steps.getByRole("link", { name: "Connect Discord" }));
  await leader.click(page.getByRole("button", { name: `Set up ${harbour}` }));
  await leader.click(page.getByRole("button", { name: "Add a group to Pilot" }));
  await leader.type("Members");
  await leader.click(page.getByRole("option", { name: "Members" }));
  await leader.click(page.getByRole("button", { name: "Save for later" }));
  await leader.click(page.getByRole("button", { name: "Switch on" }));

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await takeOver(theirs, await openSession(name));
  const player = hands(theirs);
  await player.click(theirs.getByRole("link", { name: "Browse groups" }));
  await player.click(theirs.getByRole("button", { name: "Request" }));
  await player.click(theirs.getByRole("button", { name: "Send request" }));
  await expect(theirs.getByText("Your request to join Members was sent")).toBeVisible();
  await theirs.goto("/dashboard");
  const popup = await openPopup(theirs);
  await choose(popup, person);
  await closeWindow(popup);

  await page.goto("/dashboard");
  await leader.click(page.getByRole("link", { name: /^Review/ }));
  await leader.click(page.getByRole("button", { name: /^Approve/ }).first());
  await expect(async () => {
    await runEveryMinute(page);
    const { members } = await servers.read(server.id);
    expect(members.find(({ userId }) => userId === person.id)?.roles).toEqual([roleId]);
  }).toPass();
  expect([leader.count(), player.count()]).toEqual([16, 3]);
  await context.close();
});
