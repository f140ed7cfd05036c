import { startMuster } from "#test/support/workerd/harness.ts";
import { openBrowser } from "./browser-session.ts";

/** A new Muster, and a pilot who has just signed up there; New Eden's list of requests is empty. */
export async function signedUpPilot() {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  await browser.newEden.clearRequests();
  return { muster, browser, newEden: browser.newEden, pilotId: pilot.id };
}
