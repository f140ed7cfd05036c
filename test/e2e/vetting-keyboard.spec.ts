import { openSession, signIn } from "./api-session.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { expectUncovered, keyboardOf } from "./keyboard.ts";
import { expect, pilotName } from "./product.ts";
import * as z from "zod/mini";

// The whole way with the keyboard alone, at both widths: a form, an application, a decision. How many keys each takes is printed.

const formSchema = z.object({
  version: z.nullable(z.int()),
  form: z.nullable(z.object({ questions: z.array(z.object({ id: z.string() })) })),
});

const QUESTIONS = ["Why us?", "Which ships?", "When do you play?"];

const asked = (text: string, index: number) => ({
  kind: "text",
  id: `q${index}`,
  text,
  isRequired: true,
});

test("a leader makes a form, a player applies and a reviewer decides with the keyboard alone", async ({
  page,
  category,
  newPilot,
}) => {
  const [leaderName, playerName] = [await newPilot("Leader"), await newPilot("Player")];
  const keys = keyboardOf(page);

  // The leader: from the group's page to a form with three own questions.
  await signIn(page, leaderName);
  const group = await makeGroup(page, category, { joinMode: "approval" });
  await page.goto(`/groups/${group.id}?tab=settings`);
  await keys.to(page.getByRole("link", { name: "Edit form" }));
  await keys.press("Enter");
  await keys.to(page.getByRole("button", { name: "Add question" }));
  await keys.press("Enter");
  for (const [index, text] of QUESTIONS.entries()) {
    const field = page.getByRole("textbox", { name: `Question ${index + 1}`, exact: true });
    await expect(field).toBeFocused();
    await keys.type(text);
    if (index < QUESTIONS.length - 1) await keys.press("Enter");
  }
  await keys.to(page.getByRole("checkbox", { name: "Wallet’s total" }));
  await keys.press("Space");
  await keys.to(page.getByRole("button", { name: "Save form" }));
  await keys.press("Enter");
  await expect(page.getByText("Form saved")).toBeVisible();
  const leaders = keys.taken("The leader's form");
  expect(leaders.keys).toBeLessThanOrEqual(6);
  const saved = z.parse(formSchema, await call(page, "GET", `${group.path}/form`));
  expect(saved.form?.questions).toHaveLength(QUESTIONS.length);

  // The player: all that is missing is said at once.
  await signIn(page, playerName);
  await page.goto(`/groups/${group.id}`);
  await keys.to(page.getByRole("button", { name: "Request to join" }));
  await keys.press("Enter");
  await keys.to(page.getByRole("button", { name: "Send request" }));
  await keys.press("Enter");
  await expect(page.getByText("This question needs an answer")).toHaveCount(QUESTIONS.length);
  await expect(page.getByLabel("Why us?")).toBeFocused();
  await expectUncovered(page);
  keys.taken("The player who sends too early");
  for (const text of QUESTIONS) {
    await keys.to(page.getByLabel(text));
    await keys.type("Capitals on Sundays.");
  }
  await keys.to(page.getByRole("checkbox"));
  await keys.press("Space");
  await expect(page.getByText("You share 1 section of 1 character until")).toBeVisible();
  await keys.to(page.getByRole("button", { name: "Send request" }));
  await keys.press("Enter");
  await expect(page.getByText("It waits for a reviewer.")).toBeVisible();
  const players = keys.taken("The player's application");
  expect(players.keys).toBeLessThanOrEqual(3);

  // The reviewer: from the list to the decision.
  await signIn(page, leaderName);
  await page.goto(`/groups/${group.id}?tab=requests`);
  await keys.to(page.getByRole("link", { name: `Open the request of ${playerName}` }));
  await keys.press("Enter");
  await keys.to(page.getByRole("button", { name: "Look Wallet’s total" }));
  await keys.press("Enter");
  await expect(page.getByRole("button", { name: "Look again Wallet’s total" })).toBeVisible();
  await expectUncovered(page);
  await keys.press("n");
  await expect(page.getByLabel("Write a note")).toBeFocused();
  await expectUncovered(page);
  await keys.type("Knows triage.");
  await keys.press("Control+Enter");
  await expect(page.getByText("Knows triage.", { exact: true })).toBeVisible();
  await keys.to(page.getByRole("button", { name: "Approve" }));
  await keys.to(
    page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: group.name }),
    "Shift+Tab",
  );
  await keys.press("r");
  await expect(page.getByLabel(`Reason for ${playerName} (optional)`)).toBeFocused();
  // The bar is higher with the reason: it still covers nothing.
  await keys.to(page.getByLabel("Write a note"), "Shift+Tab");
  await keys.to(page.getByLabel(`Reason for ${playerName} (optional)`));
  await keys.press("Escape");
  await keys.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  const reviewers = keys.taken("The reviewer's decision, with a look, a note and a second thought");
  expect(reviewers.keys).toBeLessThanOrEqual(7);
});

test("three usual questions are a form, and a section of all characters is one key", async ({
  page,
  isMobile,
  category,
  newEden,
}) => {
  test.skip(isMobile, "The test before goes the way on a phone.");
  const [leaderName, playerName, altName] = [
    pilotName("Leader"),
    pilotName("Player"),
    pilotName("Alt"),
  ];
  for (const name of [leaderName, playerName]) await newEden.createPilot({ name });
  const alt = await newEden.createPilot({ name: altName });
  const keys = keyboardOf(page);
  await signIn(page, leaderName);
  const group = await makeGroup(page, category, { joinMode: "approval" });
  await page.goto(`/groups/${group.id}/form`);
  await keys.to(page.getByRole("button", { name: "Begin with three usual questions" }));
  await keys.press("Enter");
  await expect(page.getByLabel("Question 1", { exact: true }).last()).toHaveValue(
    "Why would you like to join?",
  );
  await keys.to(page.getByRole("button", { name: "Save form" }));
  await keys.press("Enter");
  await expect(page.getByText("Form saved")).toBeVisible();
  expect(keys.taken("A form of usual questions").keys).toBe(2);
  const version = z.parse(formSchema, await call(page, "GET", `/groups/${group.id}/form`)).version;
  const form = {
    introduction: null,
    questions: [asked("Why?", 1)],
    sections: ["skills", "wallet"],
    whose: "all",
    shareDays: 0,
  };
  await call(page, "PUT", `/groups/${group.id}/form`, { version, form, reviewerGroupId: null });

  const player = await openSession(playerName);
  await player.link(alt.id);
  await signIn(page, playerName);
  await page.goto(`/groups/${group.id}/apply`);
  const wallet = page.getByRole("group", { name: "Wallet’s total" });
  await keys.to(wallet.getByRole("checkbox", { name: "Wallet’s total" }));
  await keys.press("Space");
  await expect(wallet.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await expect(page.getByText("You share 1 section of 2 characters until")).toBeVisible();
  await keys.to(wallet.getByRole("checkbox", { name: altName }));
  await keys.press("Space");
  await expect(wallet.getByRole("checkbox", { name: "Wallet’s total" })).toBeChecked({
    indeterminate: true,
  });
  await expect(page.getByText("You share 1 section of 1 character until")).toBeVisible();
});
