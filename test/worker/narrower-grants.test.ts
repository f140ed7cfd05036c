import { expect, test } from "vitest";
import { openBrowser } from "#test/support/browser-session.ts";
import { buildManaged, startAdministered } from "#test/support/corporation-builders.ts";

const world = await startAdministered();
const { muster } = world;
const GRANT = { access: "director" as const };

/** A user whose main is the verified director of a managed corporation, in the browser that granted it. */
async function signUpDirector() {
  const corporation = await buildManaged(world, { directors: 0 });
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot({
    corporationId: corporation.id,
    roles: ["Director"],
  });
  await browser.signUp(pilot.id);
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  await corporation.api.directors.$post({
    param: corporation.param,
    json: { characterId: pilot.id, characterName: pilot.name },
  });
  return { corporation, browser, pilot };
}

const summaryOf = ({ id, name }: { id: number; name: string }) => ({
  characterId: id,
  characterName: name,
});

test("a login that leaves out the director access of a managed corporation says so at once", async () => {
  const { browser, pilot } = await signUpDirector();
  // The browser that granted it has a cookie, and requests the same access again.
  expect(await browser.logIn(pilot.id)).not.toHaveProperty("directorAccessLost");
  const elsewhere = openBrowser(muster);
  expect(await elsewhere.logIn(pilot.id)).toMatchObject({ directorAccessLost: summaryOf(pilot) });
  // It is lost once: the dashboard shows what was not repaired.
  expect(await elsewhere.logIn(pilot.id)).not.toHaveProperty("directorAccessLost");
});

test("linking a director again, or proving it, in another browser says so too", async () => {
  const { pilot, browser } = await signUpDirector();
  const alt = await browser.newEden.createPilot();
  await browser.link(alt.id);
  for (const start of ["character", "proof"] as const) {
    const elsewhere = openBrowser(muster);
    await elsewhere.logIn(alt.id);
    const url = new URL(await elsewhere.start(start, start === "character" ? {} : undefined));
    // A proof requests what the main has granted, so that the player has to have narrowed it.
    url.searchParams.set("scope", "publicData");
    const answer = await elsewhere.callback(await elsewhere.approve(url.href, pilot.id));
    expect(await answer.json()).toMatchObject({ directorAccessLost: summaryOf(pilot) });
    await elsewhere.link(pilot.id, { characterId: pilot.id, ...GRANT });
  }
});

test("a login without loss says nothing: no director, or a director who never granted access", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  const browser = openBrowser(muster);
  const [director, pilot] = await browser.newEden.createPilots();
  await browser.signUp(director.id);
  await corporation.api.directors.$post({
    param: corporation.param,
    json: { characterId: director.id, characterName: director.name },
  });
  expect(await browser.logIn(director.id)).not.toHaveProperty("directorAccessLost");

  const other = openBrowser(muster);
  await other.signUp(pilot.id);
  await other.link(pilot.id, { characterId: pilot.id, ...GRANT });
  expect(await openBrowser(muster).logIn(pilot.id)).not.toHaveProperty("directorAccessLost");
});

test("the buyer of a director does not learn that it was one", async () => {
  const { browser, pilot } = await signUpDirector();
  await browser.newEden.sell(pilot.id);
  expect(await openBrowser(muster).logIn(pilot.id)).not.toHaveProperty("directorAccessLost");
});

test("a director who grants access again is verified at once", async () => {
  const { corporation, browser, pilot } = await signUpDirector();
  await openBrowser(muster).logIn(pilot.id);
  const verified = await (await corporation.api.verify.$post({ param: corporation.param })).json();
  expect(verified).toMatchObject({
    hasAccess: false,
    problems: [
      {
        characterId: pilot.id,
        problem: "missing_scope",
        text: `${pilot.name} signed in without director access.`,
      },
    ],
  });
  expect(await corporation.directors()).toMatchObject([{ health: "healthy", failureCount: 1 }]);
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  expect(await corporation.directors()).toMatchObject([
    { health: "healthy", failureCount: 0, problem: null, problemText: null },
  ]);
});

test("until it is verified, a new grant is not reported as missing", async () => {
  const { corporation, browser, pilot } = await signUpDirector();
  await openBrowser(muster).logIn(pilot.id);
  await corporation.api.verify.$post({ param: corporation.param });
  await browser.newEden.addFault({ service: "esi", kind: "server_error" });
  await browser.link(pilot.id, { characterId: pilot.id, ...GRANT });
  await browser.newEden.clearFaults();
  expect(await corporation.directors()).toMatchObject([
    {
      health: "healthy",
      failureCount: 1,
      isGrantUnchecked: true,
      problemText: `${pilot.name} has granted director access since the last check.`,
    },
  ]);
});
