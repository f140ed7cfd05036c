import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { scopesToRequest } from "#worker/esi/scopes.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";

const HOUR = 3600;
const [PLAIN, DIRECTOR] = [scopesToRequest(), scopesToRequest([], { forDirector: true })];
const STEP_UP = scopesToRequest([], {
  stepUp: ["esi-characters.read_titles.v1", "esi-characters.read_corporation_roles.v1"],
});
const OTHERS = ["publicData", "esi-assets.read_assets.v1", "esi-characters.read_titles.v1"];

type Step =
  | { kind: "login"; scopes: string[] }
  | { kind: "link"; access: boolean; isElsewhere: boolean }
  | { kind: "refresh"; scopes: string[] }
  | { kind: "switch"; endsEarlierGrants: boolean; rotatesRefreshTokens: boolean }
  | { kind: "outage" | "mend" | "job" | "wait" | "revoke" | "unlink" };

const scopes = fc.oneof(
  fc.constantFrom(PLAIN, DIRECTOR, STEP_UP),
  fc.subarray(OTHERS, { minLength: 1 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("login" as const), scopes }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      access: fc.boolean(),
      isElsewhere: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("refresh" as const), scopes }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("switch" as const),
      endsEarlierGrants: fc.boolean(),
      rotatesRefreshTokens: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "outage" as const,
        "mend" as const,
        "mend" as const,
        "job" as const,
        "wait" as const,
        "wait" as const,
        "revoke" as const,
        "unlink" as const,
      ),
    }),
  },
);

const muster = await startMuster();
const { context } = muster;

/** What the pilot has granted and EVE accepts, and all that was ever granted since the pilot was linked. */
class Model {
  readonly id: number;
  readonly mainId: number;
  endsEarlierGrants: boolean;
  live: string[][] = [];
  readonly granted = new Set<string>();
  /** EVE's sign-in does not answer. */
  isOut = false;

  constructor(id: number, mainId: number, endsEarlierGrants: boolean) {
    this.id = id;
    this.mainId = mainId;
    this.endsEarlierGrants = endsEarlierGrants;
  }

  grant(scopes: string[]) {
    const isSame = (other: string[]) =>
      other.length === scopes.length && other.every((scope) => scopes.includes(scope));
    this.live = [...(this.endsEarlierGrants ? this.live.filter(isSame) : this.live), scopes];
    for (const scope of scopes) this.granted.add(scope);
  }

  end({ isUnlinked = false } = {}) {
    this.live = [];
    if (isUnlinked) this.granted.clear();
  }

  get usable() {
    return [...new Set(this.live.flat())];
  }
}

async function rowOf(characterId: number) {
  const [row] = await context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, characterId));
  return row;
}

/** Signs in with the scopes that Muster requests, or with others that the player has put into the address. */
async function signIn(browser: BrowserSession, model: Model, url: string, own?: string[]) {
  const authorization = new URL(url);
  if (own !== undefined) authorization.searchParams.set("scope", own.join(" "));
  const answer = await browser.approve(authorization.href, model.id);
  const { status } = await browser.callback(answer);
  expect(status).toBe(model.isOut ? 503 : 200);
  if (!model.isOut) model.grant(authorization.searchParams.get("scope")?.split(" ") ?? []);
}

/** The browser of the player, or another one, which remembers nothing. */
function openAnother(browser: BrowserSession): BrowserSession {
  const other = openBrowser(muster);
  other.signInWith(browser.sessionToken);
  return other;
}

async function perform(step: Step, browser: BrowserSession, model: Model) {
  const { newEden } = browser;
  const { id } = model;
  switch (step.kind) {
    case "login": {
      const other = openBrowser(muster);
      return signIn(other, model, await other.start("login"), step.scopes);
    }
    case "link": {
      const by = step.isElsewhere ? openAnother(browser) : browser;
      const request = { characterId: id, ...(step.access && { access: "director" }) };
      return signIn(by, model, await by.start("character", request));
    }
    case "refresh":
      return void (await getAccessToken(context, id, { scopes: step.scopes }));
    case "switch": {
      const { endsEarlierGrants, rotatesRefreshTokens } = step;
      model.endsEarlierGrants = endsEarlierGrants;
      return void (await newEden.setSso({ endsEarlierGrants, rotatesRefreshTokens }));
    }
    case "outage":
      model.isOut = true;
      return void (await newEden.addFault({ service: "sso", kind: "unavailable" }));
    case "mend":
      model.isOut = false;
      return newEden.clearFaults();
    case "job":
      return runCron(muster, "hourly");
    case "revoke":
      model.end();
      return void (await newEden.revoke(id));
    case "unlink":
      if (model.isOut) return undefined;
      // It needs a fresh proof of the main.
      await browser.logIn(model.mainId);
      expect((await browser.send(`/auth/characters/${id}`, "DELETE")).status).toBe(204);
      model.end({ isUnlinked: true });
      expect(await rowOf(id)).toBeUndefined();
      return signIn(browser, model, await browser.start("character", {}));
    case "wait":
      return undefined;
  }
}

async function play(steps: Step[], endsEarlierGrants: boolean) {
  const browser = openBrowser(muster);
  const { newEden } = browser;
  await newEden.clearFaults();
  await newEden.setSso({ endsEarlierGrants, rotatesRefreshTokens: false });
  const [main, alt] = await newEden.createPilots();
  await browser.signUp(main.id);
  const model = new Model(alt.id, main.id, endsEarlierGrants);
  await signIn(browser, model, await browser.start("character", {}));
  let hours = 0;
  for (const step of steps) {
    hours += step.kind === "wait" ? 1 : 0;
    await muster.later(hours * HOUR, async () => {
      await perform(step, browser, model);
      // A scope that EVE would accept is never given up.
      const row = await rowOf(alt.id);
      expect(row?.scopes).toEqual(expect.arrayContaining(model.usable));
    });
  }
  await newEden.clearFaults();
  model.isOut = false;
  await muster.later((hours + 1) * HOUR, async () => {
    for (const scope of model.granted) {
      const token = await getAccessToken(context, alt.id, { scopes: [scope] });
      const isCovered = token.state === "ok" && token.covers.includes(scope);
      expect({ scope, isCovered }).toEqual({ scope, isCovered: model.usable.includes(scope) });
    }
    // One button asks for all that EVE has taken away.
    const other = openAnother(browser);
    await signIn(other, model, await other.start("character", { characterId: alt.id }));
    const row = await rowOf(alt.id);
    expect(row).toMatchObject({ state: "ok", lostScopes: null });
    expect(row?.scopes).toEqual(expect.arrayContaining([...model.granted]));
  });
}

test("no sequence of sign-ins, links, refreshes and jobs loses a scope that neither the player nor EVE has taken away", async () => {
  const sequences = fc.array(step, { minLength: 4, maxLength: 10 });
  await fc.assert(fc.asyncProperty(sequences, fc.boolean(), play), {
    numRuns: share(20, 8),
    seed: 37,
  });
});
