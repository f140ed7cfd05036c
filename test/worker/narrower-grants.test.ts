import { expect, test } from "vitest";
import { callbackResultSchema } from "#shared/session.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { readJson } from "#test/support/answers/read-json.ts";

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

test("a narrower login, link or proof of a director goes on as usual, and what it left out is kept", async () => {
  const { pilot, browser } = await signUpDirector();
  await browser.newEden.setSso({ endsEarlierGrants: false });
  const alt = await browser.newEden.createPilot();
  await browser.link(alt.id);
  for (const start of ["login", "character", "proof"] as const) {
    const elsewhere = openBrowser(muster);
    await elsewhere.logIn(alt.id);
    const url = new URL(await elsewhere.start(start, start === "proof" ? undefined : {}));
    url.searchParams.set("scope", "publicData");
    const answer = await elsewhere.callback(await elsewhere.approve(url.href, pilot.id));
    const { sessionToken, ...result } = await readJson(answer, callbackResultSchema);
    expect(sessionToken !== null).toBe(start === "login");
    expect(result).toEqual({
      characterLinked: start === "character",
      requiresClaimMain: false,
      characterInfo: null,
      ...(start === "proof" && { mainProven: true }),
    });
    const { user } = await browser.session();
    expect(user?.characters[0]).toMatchObject({ hasDirectorAccess: true, tokenState: "ok" });
  }
  await browser.newEden.setSso({ endsEarlierGrants: true });
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
  expect(await corporation.directors()).toMatchObject([{ health: "unhealthy", failureCount: 1 }]);
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
      health: "unhealthy",
      failureCount: 1,
      isGrantUnchecked: true,
      problemText: `${pilot.name} has granted director access since the last check.`,
    },
  ]);
});
