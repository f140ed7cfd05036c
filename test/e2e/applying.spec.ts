import { createGroup, openGroup, test } from "./group-pages.ts";
import { expect, expectAccessibleAtBothWidths, pilotName } from "./product.ts";

test("a leader writes a form, a pilot applies, a reviewer looks and approves, and the pilot reads of each look", async ({
  category,
  enlist,
}) => {
  test.setTimeout(180_000);
  const group = pilotName("Capitals");
  const leader = await enlist("Leader");
  await createGroup(leader.page, category, group, "Approval");
  await leader.page.goto(`${new URL(leader.page.url()).pathname}/form`);
  await leader.page.getByRole("button", { name: "Add question" }).click();
  await leader.page.getByLabel("Question 1", { exact: true }).last().fill("Why us?");
  await leader.page.getByRole("checkbox", { name: "Wallet’s total" }).check();
  await expectAccessibleAtBothWidths(leader.page);
  await leader.page.getByRole("button", { name: "Save form" }).click();
  await expect(leader.page.getByText("Form saved")).toBeVisible();

  const pilot = await enlist("Applicant");
  await openGroup(pilot.page, group);
  await pilot.page.getByRole("button", { name: "Request to join" }).click();
  await expect(
    pilot.page.getByRole("heading", { level: 1, name: `Apply to ${group}` }),
  ).toBeVisible();
  await pilot.page.getByRole("button", { name: "Send request" }).click();
  await expect(pilot.page.getByText("This question needs an answer")).toBeVisible();
  await pilot.page.getByLabel("Why us?").fill("Capitals on Sundays.");
  // What was written survives a reload.
  await pilot.page.reload();
  await expect(pilot.page.getByLabel("Why us?")).toHaveValue("Capitals on Sundays.");
  await expect(pilot.page.getByText("You share nothing.")).toBeVisible();
  await pilot.page.getByRole("checkbox").check();
  await expect(pilot.page.getByText("You share 1 section of 1 character until")).toBeVisible();
  await expectAccessibleAtBothWidths(pilot.page);
  await pilot.page.getByRole("button", { name: "Send request" }).click();
  await expect(pilot.page.getByText("It waits for a reviewer.")).toBeVisible();
  await expect(pilot.page.getByText("No reviewer has looked at what you share.")).toBeVisible();
  await expectAccessibleAtBothWidths(pilot.page);

  await leader.page.goto("/my-groups");
  await leader.page.getByRole("link", { name: "1 request waiting" }).click();
  await leader.page.getByRole("link", { name: `Open the request of ${pilot.name}` }).click();
  await expect(leader.page.getByText("Capitals on Sundays.")).toBeVisible();
  await leader.page.getByRole("button", { name: "Look Wallet’s total" }).click();
  await expect(
    leader.page.getByRole("button", { name: "Look again Wallet’s total" }),
  ).toBeVisible();
  await leader.page.getByLabel("Write a note").fill("Knows triage.");
  await leader.page.getByRole("button", { name: "Add note" }).click();
  await expect(leader.page.getByText("Knows triage.")).toBeVisible();
  await leader.page.getByRole("button", { name: "In talks" }).click();
  await expect(leader.page.getByRole("button", { name: "In talks" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessibleAtBothWidths(leader.page);

  await pilot.page.reload();
  await expect(pilot.page.getByText(`${leader.name} talks to you.`)).toBeVisible();
  await expect(
    pilot.page.getByText(`${leader.name} looked at: Wallet’s total`).first(),
  ).toBeVisible();
  await expect(pilot.page.getByText("Knows triage.")).toHaveCount(0);
  await pilot.page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(
    pilot.page.getByText("You share nothing. No reviewer sees any value."),
  ).toBeVisible();

  await leader.page.reload();
  await expect(leader.page.getByText("Asked, not given")).toBeVisible();
  await leader.page.getByRole("button", { name: "Approve" }).click();
  await expect(leader.page).toHaveURL(/tab=requests/);
  await pilot.page.reload();
  await expect(pilot.page.getByText("You are in.")).toBeVisible();
});
