import type { Locator, Page } from "@playwright/test";
import { openSession, signIn } from "./api-session.ts";
import { call, idOf, makeGroup, test } from "./group-pages.ts";
import { expect, openMenu } from "./product.ts";
import * as z from "zod/mini";

// Ten things that people do with operations, with the keyboard alone and with the thumb. Decision 0144 has the numbers.

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

const WITH_KEYS = {
  "plan from one line": 7,
  "answer on the dashboard": 2,
  "answer on the list": 4,
  "find next week's": 5,
  "change the place": 6,
  cancel: 6,
  "allow reading my fleet": 6,
  "say who came": 7,
  "read my participation": 4,
  "copy the calendar's address": 10,
};
const ON_A_PHONE: typeof WITH_KEYS = {
  "plan from one line": 6,
  "answer on the dashboard": 1,
  "answer on the list": 3,
  "find next week's": 4,
  "change the place": 5,
  cancel: 3,
  "allow reading my fleet": 3,
  "say who came": 4,
  "read my participation": 3,
  "copy the calendar's address": 6,
};

/**
 * Counts what a person does: a key, a tap or a text is one action, and so is the way to a control by Tab, however many stops it has. On a
 * phone the controls are tapped.
 */
function handOf(page: Page, isMobile: boolean) {
  let actions = 0;
  const count = () => {
    actions += 1;
  };
  return {
    isMobile,
    /** What it took since the last call. */
    taken: () => {
      const taken = actions;
      actions = 0;
      return taken;
    },
    async press(key: string) {
      count();
      await page.keyboard.press(key);
    },
    /** Into what has the focus. */
    async type(text: string) {
      count();
      await page.keyboard.type(text);
    },
    /** A tap, or Tab to the control and a key. */
    async use(control: Locator, key = "Enter") {
      count();
      if (isMobile) {
        await control.tap();
        return;
      }
      await tabTo(page, control);
      count();
      await page.keyboard.press(key);
    },
    /** A tap, or Tab to the field. */
    async focus(field: Locator) {
      count();
      if (isMobile) await field.tap();
      else await tabTo(page, field);
    },
    /** `g` and a letter, or an item of the menu. */
    async go(letter: string, item: string) {
      if (isMobile) {
        count();
        await openMenu(page);
        count();
        await page.getByRole("navigation").getByRole("link", { name: item }).tap();
        return;
      }
      actions += 2;
      // The shortcuts come after the page: a key that nothing heard is pressed again.
      await expect(async () => {
        await page.keyboard.press("g");
        await page.keyboard.press(letter);
        await expect(page.getByRole("heading", { level: 1, name: item })).toBeVisible({
          timeout: 2000,
        });
      }).toPass();
    },
  };
}

const MOST_STOPS = 120;

async function tabTo(page: Page, control: Locator) {
  await control.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    // One stop after the other.
    // oxlint-disable-next-line no-await-in-loop
    if (await control.evaluate((element) => element === document.activeElement)) return;
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused({ timeout: 0 });
}

/** The middle of the next week of EVE, at eight in the evening. */
function nextWednesday(): string {
  const day = Math.floor(Date.now() / DAY_MS);
  const monday = day - ((day + 3) % 7);
  return new Date((monday + 9) * DAY_MS + 1200 * MINUTE_MS).toISOString();
}

test("ten tasks of operations take few keys, and few taps on a phone", async ({
  page,
  category,
  newPilot,
  isMobile,
}) => {
  const leader = await newPilot("Leader");
  const session = await openSession(leader);
  const send = async (path: string, method: string, body: object) => {
    const response = await session.send(path, method, body);
    expect(response.status, path).toBeLessThan(300);
    return response.json();
  };
  await signIn(page, leader);
  const hidden = { visibility: "hidden", joinMode: "approval" };
  const { id: groupId, name: wing } = await makeGroup(page, category, hidden);
  await makeGroup(page, category, hidden);
  const planning = z.parse(
    z.object({
      groups: z.array(z.object({ commanders: z.array(z.object({ userId: z.string() })) })),
    }),
    await call(page, "GET", "/operations/planning"),
  );
  const plan = async (title: string, startsAt: string, minutes: number) =>
    idOf(
      await send("/operations", "POST", {
        kind: "fleet",
        title,
        startsAt,
        minutes,
        commanderId: planning.groups[0]?.commanders[0]?.userId ?? null,
        groupIds: [groupId],
      }),
    );
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

  const hand = handOf(page, isMobile);
  const taken: Record<string, number> = {};
  const task = async (name: string, walk: () => Promise<void>) => {
    await page.goto("/dashboard");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    hand.taken();
    await walk();
    taken[name] = hand.taken();
  };
  const title = (name: string) => page.getByRole("link", { name, exact: true });
  const answer = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");

  await task("plan from one line", async () => {
    await hand.go("o", "Operations");
    const plans = page.getByRole("link", { name: "New operation" }).first();
    await plans.waitFor();
    const line = page.getByRole("textbox", { name: "In one line" });
    if (isMobile) await hand.use(plans);
    else await hand.press("n");
    await expect(line).toBeFocused();
    await hand.type("tomorrow 19:00 shield ferox, Okkamon");
    await hand.use(page.getByRole("checkbox", { name: wing, exact: true }), "Space");
    if (isMobile) await hand.use(page.getByRole("button", { name: "Save operation" }));
    else await hand.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Shield ferox", level: 1 })).toBeVisible();
    await expect(page.getByText("Okkamon")).toBeVisible();
  });

  await task("answer on the dashboard", async () => {
    await hand.use(answer("Coming"));
    await expect(page.getByRole("button", { name: "Coming", pressed: true })).toBeVisible();
  });

  await task("answer on the list", async () => {
    await hand.go("o", "Operations");
    if (isMobile) {
      await hand.use(answer("Maybe"));
    } else {
      await hand.focus(title("Shield ferox"));
      await hand.press("m");
    }
    await expect(page.getByRole("button", { name: "Maybe", pressed: true })).toBeVisible();
  });

  await plan("Next week's roam", nextWednesday(), 60);
  await task("find next week's", async () => {
    await hand.go("o", "Operations");
    const week = page.getByRole("link", { name: "Week", exact: true });
    await week.waitFor();
    if (isMobile) await hand.use(week);
    else await hand.press("w");
    await hand.use(page.getByRole("link", { name: "Week after" }));
    await expect(page.getByRole("link", { name: /Next week's roam/ })).toBeVisible();
  });

  await task("change the place", async () => {
    await hand.use(title("Shield ferox"));
    const edit = page.getByRole("link", { name: "Edit" });
    await edit.waitFor();
    if (isMobile) await hand.use(edit);
    else await hand.press("e");
    const place = page.getByRole("textbox", { name: "Where" });
    await hand.focus(place);
    // Tab selects what is in a field, and so does a long tap.
    await place.selectText();
    await hand.type("Kedama");
    if (isMobile) await hand.use(page.getByRole("button", { name: "Save operation" }));
    else await hand.press("Control+Enter");
    await expect(page.getByText("Kedama")).toBeVisible();
  });

  await task("cancel", async () => {
    await hand.use(title("Shield ferox"));
    await hand.use(page.getByRole("button", { name: "Cancel operation" }));
    await hand.use(dialog.getByRole("button", { name: "Cancel operation" }));
    await expect(page.getByText(`Cancelled by ${leader}`)).toBeVisible();
  });

  const running = await plan("Home defence", ago(10), 60);
  await send(`/operations/${running}/answer`, "PUT", { answer: "coming", brings: "" });
  await task("allow reading my fleet", async () => {
    await hand.use(title("Home defence"));
    await hand.use(page.getByRole("button", { name: "Allow reading my fleet" }));
    await hand.use(page.getByRole("button", { name: leader, exact: true }));
    await expect(page.getByRole("heading", { name: "Home defence", level: 1 })).toBeVisible();
  });

  await task("say who came", async () => {
    await hand.use(title("Home defence"));
    await hand.use(page.getByRole("button", { name: "Note names" }));
    await hand.use(dialog.getByRole("checkbox", { name: leader }), "Space");
    if (isMobile) await hand.use(dialog.getByRole("button", { name: "Save" }));
    else await hand.press("Control+Enter");
    await expect(page.getByText("1 pilot took part")).toBeVisible();
  });

  const over = await plan("Camp in Tama", ago(50), 15);
  await send(`/operations/${over}/participants`, "PUT", { userIds: [], names: [leader] });
  await task("read my participation", async () => {
    await hand.go("o", "Operations");
    await hand.use(page.getByRole("link", { name: "Past", exact: true }));
    await expect(page.getByRole("listitem").filter({ hasText: "Camp in Tama" })).toContainText(
      "You took part",
    );
  });

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await task("copy the calendar's address", async () => {
    await hand.go("o", "Operations");
    await hand.use(page.getByRole("button", { name: "Calendar feed" }));
    await hand.use(dialog.getByRole("button", { name: "Make a link" }));
    await hand.use(dialog.getByRole("button", { name: "Copy the link" }));
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/calendar\.ics\?key=/);
    await hand.use(dialog.getByRole("button", { name: "I have stored it" }));
  });

  expect(taken).toEqual(isMobile ? ON_A_PHONE : WITH_KEYS);
});
