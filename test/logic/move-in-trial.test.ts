import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decrypt, encrypt, importKeyring } from "#worker/ground/crypto.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import { outcomesInWords, tryTokens } from "#worker/ops/move-in/try-tokens.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";

const { EVE_CLIENT_ID, EVE_CLIENT_SECRET, TOKEN_ENCRYPTION_KEY } = localVars(0);
const { EVE_SSO_URL } = newEdenUrls("https://new-eden.test");
const application = { EVE_SSO_URL, EVE_CLIENT_ID, EVE_CLIENT_SECRET };
const keyring = await importKeyring(TOKEN_ENCRYPTION_KEY, []);
const SCOPES = ["publicData"];
const FIRST_ID = 2_130_000_001;

let eden: ReturnType<typeof openEden>;

beforeEach(() => {
  eden = openEden();
  vi.stubGlobal("fetch", eden.send);
});
afterEach(() => vi.unstubAllGlobals());

/** A plan of users with one character each, whose tokens EVE has issued. */
async function planOf(count: number): Promise<MovePlan> {
  const users = [];
  for (let id = FIRST_ID; id < FIRST_ID + count; id += 1) {
    const name = `Mover ${id}`;
    await eden.control.createPilot({ id, name });
    const { refreshToken, ownerHash } = await eden.control.grant(id, SCOPES);
    const grant = {
      characterId: id,
      user: null,
      ownerHash,
      refreshToken: await encrypt(keyring, refreshToken, String(id)),
      scopes: SCOPES,
      issuedAt: 0,
      place: "",
    };
    users.push({
      id: `user-${id}`,
      key: String(id),
      name,
      isNew: true,
      isActive: true,
      mainCharacterId: id,
      characters: [{ id, name, ownerHash, grant }],
      place: "",
    });
  }
  return {
    move: { id: "move", system: "seat", startedAt: new Date() },
    category: { id: "category", name: "SeAT" },
    users,
    groups: [],
    discord: [],
    watched: [],
    operations: [],
    ownerId: "owner",
  };
}

/** The refresh tokens of a plan, by character. */
async function tokensOf({ users }: MovePlan) {
  const tokens = await Promise.all(
    users.flatMap(({ characters }) =>
      characters.map(async ({ id, grant }): Promise<[number, string]> => [
        id,
        grant ? await decrypt(keyring, grant.refreshToken, String(id)) : "",
      ]),
    ),
  );
  return new Map(tokens);
}

test("five tokens across the community are tried, and what EVE replaces is moved first", async () => {
  await eden.control.setSso({ rotatesRefreshTokens: true });
  const plan = await planOf(11);
  const { plan: next, outcomes } = await tryTokens(plan, application, keyring);

  expect(outcomesInWords(outcomes)).toBe("Tokens tried at EVE: 5. 5 valid.");
  const [before, after] = [await tokensOf(plan), await tokensOf(next)];
  const replaced = [...after].filter(([id, token]) => before.get(id) !== token);
  expect(replaced.map(([id]) => id - FIRST_ID)).toEqual([0, 2, 4, 6, 8]);
  expect(next.users.slice(0, 5).map(({ mainCharacterId }) => mainCharacterId - FIRST_ID)).toEqual([
    0, 2, 4, 6, 8,
  ]);
  expect(next.users.map(({ id }) => id).toSorted()).toEqual(plan.users.map(({ id }) => id));
  expect((await tryTokens(next, application, keyring)).outcomes).toEqual(
    Array.from({ length: 5 }, () => "valid"),
  );
});

test("a sold character and a revoked token are counted, and the move goes on", async () => {
  const plan = await planOf(3);
  await eden.control.sell(FIRST_ID, { keepsGrants: true });
  await eden.control.revoke(FIRST_ID + 1);
  const { outcomes } = await tryTokens(plan, application, keyring);
  expect(outcomesInWords(outcomes)).toBe(
    "Tokens tried at EVE: 3. 1 valid, 1 of a character that was sold, 1 refused.",
  );
});

test("the move stops if EVE accepts no token, does not answer, or knows another secret", async () => {
  const plan = await planOf(2);
  const attempt = (EVE_CLIENT_SECRET = application.EVE_CLIENT_SECRET) =>
    tryTokens(plan, { ...application, EVE_CLIENT_SECRET }, keyring);

  await expect(attempt("another")).rejects.toThrow("EVE does not accept EVE_CLIENT_SECRET");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("Bad gateway", { status: 502 })));
  await expect(attempt()).rejects.toThrow("EVE did not answer");
  vi.stubGlobal("fetch", eden.send);
  for (const { mainCharacterId } of plan.users) await eden.control.revoke(mainCharacterId);
  await expect(attempt()).rejects.toThrow("EVE accepts none of the 2 tokens");
});

test("a community without tokens has nothing to try", async () => {
  const plan = { ...(await planOf(0)), users: [] };
  expect(await tryTokens(plan, application, keyring)).toEqual({ plan, outcomes: [] });
});
