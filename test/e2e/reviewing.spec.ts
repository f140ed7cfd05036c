import { openSession, signIn } from "./api-session.ts";
import { idOf, makeGroup, test } from "./group-pages.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

const APPLICANTS = ["First", "Second", "Third", "Fourth"];

test("the list stands beside the page of a request, and follows the keys and the decisions", async ({
  page,
  category,
  newEden,
}) => {
  await signIn(page, "Aurelia Voss");
  const { id: groupId } = await makeGroup(page, category, { joinMode: "approval" });
  const names = APPLICANTS.map((first) => pilotName(first));
  const ids: string[] = [];
  for (const name of names) {
    // The order of the list is the order in which they ask.
    await newEden.createPilot({ name });
    const applicant = await openSession(name);
    const answer = await applicant.send(`/groups/${groupId}/join-requests`, "POST", {});
    ids.push(idOf(await answer.json()));
  }
  const [first = "", second = "", third = "", fourth = ""] = names;
  const list = page.getByRole("region", { name: "Join requests" });
  const row = (name: string) => list.getByRole("link", { name });
  const expectOpen = async (name: string) => {
    await expect(page.getByRole("heading", { level: 1, name: `Request of ${name}` })).toBeVisible();
    await expect(list.locator("[aria-current=page]")).toContainText(name);
  };

  await page.goto(`/groups/${groupId}/requests/${ids[1]}`);
  await expectOpen(second);
  await expect(list.getByRole("link")).toHaveCount(4);
  await expectAccessible(page);
  await page.keyboard.press("j");
  await expectOpen(third);
  // The keyboard goes on in the page of the request, not before the list.
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Groups" }),
  ).toBeFocused();
  await page.keyboard.press("k");
  await expectOpen(second);
  await page.keyboard.press("t");
  await expect(row(second)).toContainText("Aurelia Voss talks to them");

  // A decided request leaves the list; the next one is the one that followed it, not the first.
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await expect(row(second)).toHaveCount(0);
  await page.keyboard.press("j");
  await expectOpen(third);
  await row(fourth).press("Enter");
  await expectOpen(fourth);
  await expect(row(fourth)).toBeFocused();
  // The last one keeps its place, and the button begins again at the first.
  await page.keyboard.press("j");
  await expectOpen(fourth);
  await page.getByRole("button", { name: "Next request" }).press("Enter");
  await expectOpen(first);

  await list.getByLabel("State", { exact: true }).selectOption("In talks");
  await expect(page).toHaveURL(new RegExp(`${ids[0]}\\?state=in_talks$`));
  await expect(list.getByText("No request matches the filters")).toBeVisible();
  await expectAccessible(page);
  await list.getByLabel("State", { exact: true }).selectOption("Waiting");
  await expect(list.getByRole("link")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await expectOpen(third);
  await expect(page).toHaveURL(/state=waiting$/);

  // A phone has the page alone, and a button.
  await page.setViewportSize(PHONE);
  await expect(list).toHaveCount(0);
  await page.getByRole("button", { name: "Next request" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Request of ${fourth}` })).toBeVisible();
});
