import { eq } from "drizzle-orm";
import {
  ALL_SCOPES,
  authorizeAgain,
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { groupsWithRules } from "#test/bench/rules.ts";
import { CHARACTERS_EACH, DIRECTORS_EACH, HOLDINGS } from "./habits.ts";
import type { Habits } from "./habits.ts";
import { BENCH } from "./network.ts";
import type { Crowd } from "./network.ts";

/** The first main of `fillCommunity`. */
const FIRST_MAIN = 5_000_000;

/**
 * A Muster with a community. All characters are pilots of New Eden; the simulated players have
 * authorized theirs.
 */
export async function buildCommunity(habits: Habits) {
  const world = await startAdministered({ PLAN: habits.plan });
  const { muster } = world;
  const { DB } = muster.env;
  const owner = await buildUser(muster, { name: "Owner" });
  const others = habits.users - habits.played;
  const groups = Math.min(2_000, Math.ceil(habits.users / 5));
  const size = { users: others, groups, pending: Math.ceil(habits.users / 100) };
  await fillCommunity(DB, owner.userId, { users: 0, groups: 0, pending: 0 }, size);
  for (let alt = 1; alt < CHARACTERS_EACH; alt++) {
    await DB.prepare(
      `insert into characters (id, name, name_folded, user_id, linked_at)
        select id + ?1 * ?2, name || ' ' || ?2, name_folded || ' ' || ?2, user_id, linked_at
        from characters where id between ${FIRST_MAIN} and ${FIRST_MAIN} + ?1 - 1`,
    )
      .bind(others, alt)
      .run();
  }
  const crowd: Crowd = {
    world: new URL(muster.newEdenBase).pathname.slice(1),
    firstId: FIRST_MAIN,
    count: others * CHARACTERS_EACH,
  };
  await fetch(`${BENCH}/crowd`, { method: "POST", body: JSON.stringify(crowd) });

  const newEden = newEdenControl(muster.newEdenBase);
  for (const { mainCharacterId: id, mainCharacterName: name } of [world.admin, owner]) {
    await newEden.createPilot({ id, name });
  }
  // Users who do not come have authorized their characters as well: what rules need of them is kept fresh.
  for (let id = crowd.firstId; id < crowd.firstId + crowd.count; id++) {
    const { ownerHash, expiresAt, ...tokens } = await newEden.grant(id, CHARACTER_SCOPES);
    const accessExpiresAt = new Date(expiresAt);
    await buildToken(muster, id, { ...tokens, accessExpiresAt, scopes: CHARACTER_SCOPES });
    await muster.context.db.update(characters).set({ ownerHash }).where(eq(characters.id, id));
  }
  const players = [];
  for (let n = 0; n < habits.played; n++) {
    const main = await linkPilot(muster);
    const alts = [];
    for (let alt = 1; alt < CHARACTERS_EACH; alt++) {
      alts.push((await linkPilot(muster, {}, { altOf: main.user })).pilot);
    }
    players.push({ user: main.user, pilots: [main.pilot, ...alts] });
  }
  await joinAsOthers(
    DB,
    players.map(({ user }) => user.userId),
    groups,
  );
  const corporations = [];
  for (let n = 0; n < habits.actedCorporations; n++) {
    const given = { holdings: HOLDINGS, directors: DIRECTORS_EACH };
    const corporation = await buildManaged(world, given);
    for (const { pilot } of corporation.pilots) {
      await authorizeAgain(muster, pilot.id, [...ALL_SCOPES, ...DIRECTOR_FEATURES.notices]);
    }
    corporations.push(corporation);
  }
  await DB.prepare(groupsWithRules()).run();
  return { muster, newEden, admin: world.admin, owner, players, corporations, groups };
}

/** The players are in the group of all and in ten others, as everyone who `fillCommunity` makes. */
async function joinAsOthers(db: D1Database, userIds: string[], groups: number) {
  await db
    .prepare(
      `with nth(n) as (select value from json_each('[0,1,2,3,4,5,6,7,8,9]'))
      insert or ignore into group_members (group_id, user_id, role, joined_at)
        select 'everyone', value, 'member', 0 from json_each(?1)
        union all select 'g' || ((key + n * 17) % cast(?2 as integer)), value, 'member', 0 from json_each(?1), nth`,
    )
    .bind(JSON.stringify(userIds), groups)
    .run();
}

export type Community = Awaited<ReturnType<typeof buildCommunity>>;
export type Player = Community["players"][number];
