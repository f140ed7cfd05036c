import type { Page } from "@playwright/test";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { PORT } from "./port.ts";

const ORIGIN = `http://localhost:${PORT}`;
const NEW_EDEN = `${ORIGIN}/new-eden`;

/** A session at the running product, without a page. A new pilot is claimed as the main. */
export async function openSession(pilotName: string) {
  const pilots = await newEdenControl(NEW_EDEN).pilots();
  const pilot = pilots.find(({ name }) => name === pilotName);
  if (pilot === undefined) throw new Error(`New Eden has no pilot named ${pilotName}.`);
  const session = openBrowser({
    newEdenBase: NEW_EDEN,
    send: (path, init) => fetch(`${ORIGIN}${path}`, init),
  });
  await session.signUp(pilot.id);
  return session;
}

/** Signs a pilot in without a page, for a test that opens one next. */
export async function signIn(page: Page, pilotName: string) {
  await keepSession(page, await openSession(pilotName));
}

/** Opens the dashboard as a pilot. Skips the pages of the sign-in, which `walk-in.spec.ts` tests. */
export async function enter(page: Page, pilotName: string) {
  await takeOver(page, await openSession(pilotName));
}

/** Runs the cron of every minute: crons run only on demand here. */
export const runEveryMinute = (page: Page) => runCron(page, EVERY_MINUTE);

export async function runCron(page: Page, cron: string) {
  const response = await page.request.post(`${NEW_EDEN}/control/page/cron`, {
    form: { cron },
    maxRedirects: 0,
  });
  if (response.status() !== 303) throw new Error(`The cron did not run: ${response.status()}.`);
}

type GivenSession = {
  sessionToken?: string | undefined;
  cookies?: BrowserSession["cookies"];
};

/** Opens the dashboard with this session and its cookies. */
export async function takeOver(page: Page, session: GivenSession) {
  await keepSession(page, session);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

async function keepSession(page: Page, { sessionToken = "", cookies }: GivenSession) {
  // As the Worker sets them: scripts cannot read them.
  const given = [...(cookies ?? [])].map(([name, value]) => ({
    name,
    value,
    url: ORIGIN,
    httpOnly: true,
  }));
  await page.context().addCookies(given);
  // A file of the same origin, to store the token before the SPA starts.
  await page.goto("/robots.txt");
  await page.evaluate((token) => localStorage.setItem("muster.sessionToken", token), sessionToken);
}
