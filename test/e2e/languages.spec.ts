import type { Page, Response } from "@playwright/test";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { routes } from "#web/app/routes.tsx";
import { LANGUAGES, SPOKEN } from "#shared/language/languages.ts";
import { signIn } from "./api-session.ts";
import { expect, expectAccessible, openMenu, pilotName, test } from "./product.ts";
import { plainPagesOf } from "./route-paths.ts";
import { send } from "./raw-request.ts";

const SCREENS = [
  ...plainPagesOf(routes),
  `/character/${AURELIA_VOSS_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=members`,
];

/** Every text of the pseudo-language is longer and has accents, so what has none is a text that nobody can translate. */
const PSEUDO = "qps";

const speak = (page: Page, language: string) =>
  page.addInitScript((one) => localStorage.setItem("muster.screen.language", one), language);

/** The words in `text` and attributes that people read or hear. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const parent = node.parentElement;
      if (parent?.closest("script, style, noscript, code, pre, textarea, kbd, svg")) continue;
      texts.add((node.textContent ?? "").trim());
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        texts.add((element.getAttribute(name) ?? "").trim());
      }
    }
    return [...texts];
  });
}

/** The strings of everything that the API has answered. */
function keepAnswers(page: Page): () => Promise<string> {
  const strings = new Set<string>();
  const reads: Promise<void>[] = [];
  const read = async (response: Response) => {
    const body = await response.text().catch(() => "");
    for (const [, string = ""] of body.matchAll(/"((?:[^"\\]|\\.)*)"/g)) strings.add(string);
  };
  page.on("response", (response) => {
    if (response.url().includes("/api/")) reads.push(read(response));
  });
  return async () => {
    await Promise.all(reads);
    return [...strings].join("\n");
  };
}

/** Names of products and things that every language writes alike, and EVE's own units. */
const ALIKE =
  /^(Muster|Discord|EVE|EVE Online|EVE Who|zKillboard|OpenID Connect|Alliance Auth|SeAT|Neucore|ISK|SP|UTC|CSV|Ctrl|Esc|Enter|https?:\S+|publicData\s[^]*)$/;

/** Names in the pictures of the landing page. */
const EXAMPLES = /^(Sable Meridian \[SBLM\] · Null Concord|Jita IV - Moon 4)$/;

/** The parts of a text that may be words of English: without accents, and not put together from data by dots and commas. */
const partsOf = (text: string): string[] =>
  /[éåîöûçñš]/.test(text)
    ? []
    : text
        .split(/[·,:“”()]|\b[IV]+\b/)
        .map((part) => part.trim())
        .filter((part) => /[a-z]{3}/.test(part) && !IN_ENGLISH.test(part));

/** `Intl` has no pseudo-language. ESI's roles and types have English names. */
const IN_ENGLISH =
  /^(in )?\d+ \w+( ago)?$|^[A-Z][a-z]{2,8}( \d+)?$|^[A-Z][a-z]+( [A-Z][a-z]+)*( \d)?$/;

test("no page shows a text that cannot be translated, none scrolls sideways, and each has a title of its own", async ({
  page,
}) => {
  await speak(page, PSEUDO);
  const answers = keepAnswers(page);
  await signIn(page, "Aurelia Voss");
  const titles = new Map<string, string>();
  for (const screen of SCREENS) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      const data = await answers();
      const untranslated = (await textsOf(page)).filter((text) =>
        partsOf(text).some((part) => !ALIKE.test(part) && !data.includes(part)),
      );
      expect.soft(untranslated, screen).toEqual([]);
      // Some addresses lead to another.
      const { pathname } = new URL(page.url());
      const title = await page.title();
      expect.soft(titles.get(title) ?? pathname, title).toBe(pathname);
      titles.set(title, pathname);
      for (const width of [375, 768, 1280]) {
        // oxlint-disable-next-line no-await-in-loop
        await page.setViewportSize({ width, height: 900 });
        // oxlint-disable-next-line no-await-in-loop
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(over, `${screen} at ${width} px`).toBeLessThanOrEqual(0);
      }
    });
  }
});

test("from the first paint on, a page is in its language", async ({ page }) => {
  await speak(page, PSEUDO);
  // What stood on the page at any time, however short. The build's English is hidden until the page has chosen a language.
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(globalThis, { texts });
    const keep = (node: Node) => {
      if (document.documentElement.hidden || !node.isConnected) return;
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) {
        if (text.nodeType !== Node.TEXT_NODE) continue;
        if (text.parentElement?.closest("script, style, noscript, code, pre, kbd, svg")) continue;
        texts.add((text.textContent ?? "").trim());
      }
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") keep(target);
        else for (const node of addedNodes) keep(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const answers = keepAnswers(page);
  const screens = ["/", "/dashboard", "/groups", "/access", "/admin/overview"];
  for (const [index, screen] of screens.entries()) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      if (index === 1) await signIn(page, "Aurelia Voss");
      await page.goto(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const data = await answers();
      const seen = await page.evaluate(() => [
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there above
        ...(globalThis as unknown as { texts: Set<string> }).texts,
      ]);
      expect(seen.length).toBeGreaterThan(5);
      const english = seen.filter(
        (text) =>
          !EXAMPLES.test(text) &&
          partsOf(text).some((part) => !ALIKE.test(part) && !data.includes(part)),
      );
      expect.soft(english, screen).toEqual([]);
    });
  }
});

test("Muster speaks the eight languages of EVE's client", async ({ page }) => {
  const headings = new Set<string>();
  expect(SPOKEN).toEqual(Object.keys(LANGUAGES));
  for (const language of SPOKEN) {
    // One after the other: the choice is kept on the device.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(language, async () => {
      await speak(page, language);
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute(
        "lang",
        language === "zh" ? "zh-Hans" : language,
      );
      headings.add(await page.getByRole("heading", { level: 1 }).innerText());
    });
  }
  expect(headings.size).toBe(SPOKEN.length);
});

test("the language is chosen in the account menu: nothing typed is lost, and the account keeps it", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Polyglot");
  await signIn(page, name);
  await page.goto("/groups");
  await page.getByRole("searchbox").fill("Home");
  await openMenu(page);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Language" }).click();
  await expect(page.getByRole("menuitemradio", { name: "English" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1, name: "Gruppen entdecken" })).toBeVisible();
  await expect(page).toHaveTitle(/^Gruppen/);
  await expect(page.getByRole("searchbox")).toHaveValue("Home");

  // As on another device.
  await page.evaluate(() => localStorage.removeItem("muster.screen.language"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Gruppen entdecken" })).toBeVisible();
});

test("a visitor reads the language of the browser, and may choose another before the sign-in", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: "fr-CA", ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  const button = page.locator("header").getByRole("button");
  const place = await button.boundingBox();
  await button.click();
  const japanese = page.getByRole("menuitemradio", { name: "日本語" });
  await expect(japanese).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  await japanese.click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await context.close();
});

test("the first page requests the letters of its language before it is painted, and no missing file", async ({
  page,
}) => {
  const missing: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) missing.push(answer.url());
  });
  for (const [language, letters] of [
    ["en", "latin"],
    ["de", "western"],
    ["ru", "cyrillic"],
  ] as const) {
    await page.goto("/robots.txt");
    await page.evaluate((tag) => localStorage.setItem("muster.screen.language", tag), language);
    await page.goto("/");
    await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
    );
    const before = await page.evaluate(() => {
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const files = performance.getEntriesByType("resource");
      return files.flatMap(({ name, startTime }) =>
        startTime < painted ? (/onest-([a-z]+)-[^/]*\.woff2$/.exec(name)?.[1] ?? []) : [],
      );
    });
    expect(before).toContain(letters);
    if (language === "en") expect(new Set(before)).toEqual(new Set(["latin"]));
  }
  await page.evaluate(() => localStorage.removeItem("muster.screen.language"));
  expect(missing).toEqual([]);
});

test("skills have EVE's names in a language: when it is this device's, when it is chosen, and when it is the account's", async ({
  page,
}) => {
  await speak(page, "ja");
  await signIn(page, "Aurelia Voss");
  await page.goto(`/character/${AURELIA_VOSS_ID}`);
  const group = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(group("ガンナリー")).toBeVisible();
  await openMenu(page);
  await page.getByRole("button", { name: "アカウントメニュー" }).click();
  await page.getByRole("menuitem", { name: "言語" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(group("Waffenkunde")).toBeVisible();

  // The device speaks Japanese again.
  await page.reload();
  await expect(group("Waffenkunde")).toBeVisible();
});

test("Discord's answers, the columns of the log and the self-diagnosis are in the language of their reader", async ({
  page,
  newEden,
}) => {
  const person = await newEden.discord.createUser({ username: pilotName("leserin") });
  const reply = async (locale: string) => {
    const act = { kind: "command", name: "groups" } as const;
    const signed = await newEden.discord.interaction(person.id, act, undefined, locale);
    const { headers, body } = signed;
    return send("POST", "/api/discord/interactions", { headers, body: [body] });
  };
  expect((await reply("de")).text).toContain("ist noch nicht mit Muster verknüpft");
  expect((await reply("zh-CN")).text).toMatch(/\p{Script=Han}/u);
  expect((await reply("pt-BR")).text).toContain("is not linked to Muster yet");

  await signIn(page, "Aurelia Voss");
  await page.goto("/dashboard");
  const token = await page.evaluate(() => localStorage.getItem("muster.sessionToken"));
  const read = async (path: string, language: string) => {
    const headers = { authorization: `Bearer ${token}`, "accept-language": language };
    return (await send("GET", path, { headers })).text;
  };
  expect(await read("/api/activity.csv", "de-AT,en;q=0.5")).toContain("Zeit (EVE)");
  expect(await read("/api/activity.csv", "pt")).toContain("Time (EVE)");
  await speak(page, "fr");
  await page.goto("/admin/settings#diagnosis");
  // What EVE and Discord have three seconds to answer is another test's: this line needs neither.
  await expect(page.getByText(/^Chaque requête donne ce contact à CCP/)).toBeVisible();
});

test("a catalog that cannot be loaded leaves the page in English", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/texts\/.*404|Failed to load resource/);
  await page.route("**/texts/**", (route) => route.fulfill({ status: 404 }));
  await speak(page, PSEUDO);
  await page.goto("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "Every pilot accounted for." }),
  ).toBeVisible();
});
