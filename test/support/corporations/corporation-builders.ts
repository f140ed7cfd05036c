import { eq } from "drizzle-orm";
import type {
  CorporationCategory,
  CorporationData,
  FetchCategory,
} from "#shared/corporations/corporations.ts";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { orm } from "#worker/db/statements.ts";
import { CHARACTER_SCOPES, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { encrypt, randomToken } from "#worker/ground/crypto.ts";

export const ALL_SCOPES = [...CHARACTER_SCOPES, ...DIRECTOR_SCOPES];
const ADMIN_ID = 2_113_900_001;

/** Starts a Muster with a system administrator. */
export async function startAdministered(vars: Partial<Env> = {}) {
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_ID), ...vars });
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: ADMIN_ID });
  return { muster, admin };
}

export type Administered = Awaited<ReturnType<typeof startAdministered>>;

/** Links a pilot of the corporation with these roles and scopes. */
export function linkMember(
  muster: Muster,
  corporationId: number,
  { roles = ["Director"], scopes = ALL_SCOPES, name = undefined as string | undefined } = {},
) {
  return linkPilot(
    muster,
    { corporationId, roles, ...(name !== undefined && { name }) },
    { scopes },
  );
}

/** Signs the player in again: a new grant with these scopes. */
export async function authorizeAgain(muster: Muster, characterId: number, scopes = ALL_SCOPES) {
  const { db, config } = muster.context;
  const grant = await newEdenControl(muster.newEdenBase).grant(characterId, scopes);
  const encryptText = (text: string) => encrypt(config.keyring, text, String(characterId));
  await db
    .update(eveTokens)
    .set({
      refreshToken: await encryptText(grant.refreshToken),
      accessToken: await encryptText(grant.accessToken),
      accessExpiresAt: new Date(grant.expiresAt),
      scopes,
      state: "ok",
    })
    .where(eq(eveTokens.characterId, characterId));
}

let lastFillerId = 2_119_000_000;

/** Adds this many directors, whom EVE does not know. */
export async function fillDirectors({ context: { db } }: Muster, corporationId: number, n: number) {
  const createdAt = new Date();
  const statements = Array.from({ length: n }, () => {
    const id = ++lastFillerId;
    return [
      orm.insert(characters).values({ id, name: `Filler ${id}`, nameFolded: `filler ${id}` }),
      orm
        .insert(directors)
        .values({ id: randomToken(12), corporationId, characterId: id, priority: 100, createdAt }),
    ];
  });
  await runBatch(db, statements.flat());
}

export type Managed = Awaited<ReturnType<typeof buildManaged>>;

/** A managed corporation of New Eden with healthy directors. */
export async function buildManaged(
  { muster, admin }: Administered,
  {
    holdings = {},
    directors: directorCount = 1,
    roles = ["Director"],
    name,
  }: { holdings?: HoldingsChange; directors?: number; roles?: string[]; name?: string } = {},
) {
  const newEden = newEdenControl(muster.newEdenBase);
  const corporation = await newEden.createCorporation(name === undefined ? {} : { name });
  const { id } = corporation;
  await newEden.setHoldings(id, holdings);
  const pilots = [];
  for (let count = 0; count < directorCount; count++) {
    pilots.push(await linkMember(muster, id, { roles }));
  }
  const { corporations } = admin.api;
  const param = { id: String(id) };
  await corporations.$post({
    json: { corporationId: id, name: "Typed", ticker: "TYPD" },
  });
  for (const { pilot } of pilots) {
    const added = await corporations[":id"].directors.$post({
      param,
      json: { characterId: pilot.id, characterName: pilot.name },
    });
    // Otherwise this happens behind the response.
    if (added.ok && muster.env.PLAN === "free") {
      const { directorId } = await added.json();
      const one = { param: { ...param, directorId } };
      await corporations[":id"].directors[":directorId"].verify.$post(one);
    }
  }
  // Tests are not about the jobs that adding starts.
  muster.queue.waiting.splice(0);
  const { db } = muster.context;
  await db.$client.prepare("delete from corporation_runs where corporation_id = ?").bind(id).run();
  const one = corporations[":id"];
  const data = async (): Promise<CorporationData> => (await one.data.$get({ param })).json();
  const listDirectors = async () => (await (await one.directors.$get({ param })).json()).directors;

  return {
    id,
    param,
    corporation,
    pilots,
    newEden,
    api: one,
    fetch: (category: FetchCategory) => one.fetch.$post({ param, json: { category } }),
    data,
    stateOf: async (category: CorporationCategory) =>
      (await data()).categories.find((state) => state.category === category),
    read: async () => (await one.$get({ param })).json(),
    directors: listDirectors,
    /** The director with the highest priority, or the one after so many others. */
    async director(at = 0) {
      const director = (await listDirectors())[at];
      if (director === undefined) throw new Error("The corporation has fewer directors.");
      return director;
    },
  };
}
