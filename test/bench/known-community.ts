import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import { createPilot } from "#test/new-eden/control/pilots.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { Config } from "#worker/ground/config.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { CHARACTER_SCOPES, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { adminOf } from "./arrangements.ts";
import { findDatabase, openCommunity } from "./database.ts";

/** A state directory with a community of this size, whose characters are pilots of New Eden. */
export async function openKnownCommunity(
  users: number,
  scratch: string,
  { config, world }: { config: Config; world: World },
): Promise<string> {
  const state = await openCommunity(users, scratch);
  const db = new DatabaseSync(join(state, findDatabase(state) ?? ""));
  // The crowd's corporations have directors without grants.
  db.exec("update corporations set is_active = 0");
  const ids = db.prepare("select character_id as id from eve_tokens").all();
  const update = db.prepare(
    "update eve_tokens set refresh_token = ?, access_token = ? where character_id = ?",
  );
  db.exec("begin");
  for (const { id } of ids) {
    const ciphertext = await encrypt(config.keyring, "a-token-of-eve-sso", String(id));
    update.run(ciphertext, ciphertext, Number(id));
  }
  db.exec("commit");
  for (const { id } of db.prepare("select id from characters").all()) {
    createPilot(world, { id: Number(id) });
  }
  db.close();
  return state;
}

type Given = { holdings: HoldingsChange; directors: number; scopes?: string[] };

/** A managed corporation with directors. */
export async function buildCorporation(
  muster: Community,
  { holdings, directors, scopes = [...CHARACTER_SCOPES, ...DIRECTOR_SCOPES] }: Given,
): Promise<number> {
  const newEden = newEdenControl(muster.newEdenBase);
  const { id, name, ticker } = await newEden.createCorporation();
  await newEden.setHoldings(id, holdings);
  const { corporations } = adminOf(muster);
  const created = await corporations.$post({ json: { corporationId: id, name, ticker } });
  if (!created.ok) throw new Error(await created.text());
  for (let nth = 0; nth < directors; nth += 1) {
    const { pilot } = await linkPilot(
      muster,
      { corporationId: id, roles: ["Director"] },
      { scopes },
    );
    const added = await corporations[":id"].directors.$post({
      param: { id: String(id) },
      json: { characterId: pilot.id, characterName: pilot.name },
    });
    if (!added.ok) throw new Error(await added.text());
    const { directorId } = await added.json();
    const one = { id: String(id), directorId };
    await corporations[":id"].directors[":directorId"].verify.$post({ param: one });
  }
  return id;
}
