import { CHARACTER_SCOPES, DIRECTOR_SCOPES } from "#worker/auth/scopes.ts";
import type { CorporationData, FetchCategory } from "#shared/corporations.ts";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import { buildUser } from "./builders.ts";
import { startMuster } from "./harness.ts";
import type { Muster } from "./harness.ts";
import { newEdenControl } from "./new-eden.ts";
import { linkPilot } from "./pilot-builder.ts";

export const ALL_SCOPES = [...CHARACTER_SCOPES, ...DIRECTOR_SCOPES];
const ADMIN_ID = 2_113_900_001;

/** A Muster with a system administrator in it. */
export async function startAdministered() {
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_ID) });
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: ADMIN_ID });
  return { muster, admin };
}

export type Administered = Awaited<ReturnType<typeof startAdministered>>;

/** A linked pilot of the corporation, with these roles and this authorization. */
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

export type Managed = Awaited<ReturnType<typeof buildManaged>>;

/** A corporation of New Eden that is managed here, with healthy directors. */
export async function buildManaged(
  { muster, admin }: Administered,
  {
    holdings = {} as HoldingsChange,
    directors: directorCount = 1,
    roles = ["Director"],
    name = undefined as string | undefined,
  } = {},
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
    await corporations[":id"].directors.$post({
      param,
      json: { characterId: pilot.id, characterName: pilot.name },
    });
  }
  // What follows on adding is not what a test is about.
  muster.queue.waiting.splice(0);
  const { db } = muster.context;
  await db.$client.prepare("delete from corporation_runs where corporation_id = ?").bind(id).run();
  const one = corporations[":id"];

  return {
    id,
    param,
    corporation,
    pilots,
    newEden,
    api: one,
    fetch: (category: FetchCategory) => one.fetch.$post({ param, json: { category } }),
    data: async (): Promise<CorporationData> => (await one.data.$get({ param })).json(),
    read: async () => (await one.$get({ param })).json(),
    directors: async () => (await (await one.directors.$get({ param })).json()).directors,
  };
}
