import { forgetAnswers } from "#test/new-eden/esi/cache.ts";
import { SCIENCE_AND_TRADE_INSTITUTE_ID } from "#test/new-eden/ids.ts";
import { kick, moveTo, setRoles } from "#test/new-eden/people/departures.ts";
import { buildPilot, ownerHash } from "#test/new-eden/people/pilot.ts";
import type { Pilot, PilotSeed } from "#test/new-eden/people/pilot.ts";
import { ACCESS_TOKEN_TTL_SECONDS, signAccessToken } from "#test/new-eden/sso/access-token.ts";
import { LOCAL_CLIENT } from "#test/new-eden/sso/clients.ts";
import { addGrant, isDeath, killGrants } from "#test/new-eden/sso/grants.ts";
import { setContact } from "./contacts.ts";
import { changeSheet } from "./sheets.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

/** One count for all worlds: tests of one file share a database. */
let lastId = 2_114_000_000;

export type NewPilot = Partial<PilotSeed> & { id?: number; corporationId?: number };

export function createPilot(world: World, seed: NewPilot): Pilot {
  const id = seed.id ?? ++lastId;
  const pilot = buildPilot(id, seed.corporationId ?? SCIENCE_AND_TRADE_INSTITUTE_ID, {
    ...seed,
    name: seed.name ?? `Pilot ${id}`,
  });
  world.pilots.set(id, pilot);
  return pilot;
}

export class UnknownPilotError extends Error {}

export function findPilot(world: World, id: number): Pilot {
  const pilot = world.pilots.get(id);
  if (pilot === undefined) throw new UnknownPilotError(`No pilot has the id ${id}.`);
  return pilot;
}

type Change = (world: World, pilot: Pilot, input: Record<string, unknown>) => unknown;

/**
 * Changes of a pilot. ESI's cached responses of the pilot are dropped as if they had expired, so that a test need
 * not wait, unless `keepsAnswers`; the caches of clients are not affected.
 */
export const PILOT_CHANGES: Record<string, Change> = Object.fromEntries(
  Object.entries({
    /**
     * Sold to another player: another account, another owner hash, and every grant ends. `account` is the buyer's,
     * `keepsGrants` leaves the grants alive.
     */
    sell(world, pilot, { account, keepsGrants = false }) {
      pilot.account = typeof account === "string" ? account : `account-${crypto.randomUUID()}`;
      if (keepsGrants !== true) killGrants(world, pilot.id, "grant_missing");
    },
    biomass(world, pilot) {
      pilot.isBiomassed = true;
      killGrants(world, pilot.id, "grant_missing");
    },
    /** The player revokes access at CCP's site; `death` selects one of EVE's three error texts. */
    revoke(world, pilot, { death = "grant_missing" }) {
      if (!isDeath(death)) throw new Error(`${String(death)} is not one of EVE's texts.`);
      killGrants(world, pilot.id, death);
    },
    /** Leaves for an NPC corporation, or joins another one. */
    "leave-corporation"(world, pilot, { corporationId = SCIENCE_AND_TRADE_INSTITUTE_ID }) {
      moveTo(world, pilot, Number(corporationId), false);
    },
    kick,
    roles(world, pilot, { roles, issuerId }) {
      if (!Array.isArray(roles)) throw new Error("roles must be a list.");
      const issuer = issuerId === undefined ? undefined : Number(issuerId);
      setRoles(world, pilot, roles.map(String), issuer);
    },
    titles(_world, pilot, { titleIds }) {
      if (!Array.isArray(titleIds)) throw new Error("titleIds must be a list.");
      pilot.titleIds = titleIds.map(Number);
    },
    "give-role"(world, pilot, { role }) {
      setRoles(world, pilot, [...new Set([...pilot.roles, String(role)])]);
    },
    /** Gives the title, or takes it away. */
    "toggle-title"(_world, pilot, { titleId }) {
      const id = Number(titleId);
      const hasIt = pilot.titleIds.includes(id);
      pilot.titleIds = hasIt ? pilot.titleIds.filter((one) => one !== id) : [...pilot.titleIds, id];
    },
    /** A corporation or an alliance sets the pilot as its contact. */
    contact(world, pilot, { ownerId, standing }) {
      setContact(world, Number(ownerId), {
        id: pilot.id,
        type: "character",
        standing: standing === "" ? null : Number(standing),
      });
    },
    /** A grant as after a sign-in, without the pages. */
    async grant(world, pilot, { scopes = [], clientId = LOCAL_CLIENT.id }) {
      if (!Array.isArray(scopes)) throw new Error("scopes must be a list.");
      const grant = addGrant(world, {
        characterId: pilot.id,
        clientId: String(clientId),
        scopes: scopes.map(String),
        isPublic: false,
      });
      return {
        accessToken: await signAccessToken(world, grant, grant.scopes),
        refreshToken: grant.refreshToken,
        expiresAt: new Date(now(world) + ACCESS_TOKEN_TTL_SECONDS * 1000).toISOString(),
        ownerHash: ownerHash(pilot),
      };
    },
    sheet(world, pilot, change) {
      changeSheet(world, pilot, change);
    },
    rename(_world, pilot, { name }) {
      pilot.name = String(name);
    },
  } satisfies Record<string, Change>).map(([name, change]: [string, Change]) => [
    name,
    (world: World, pilot: Pilot, input: Record<string, unknown>) => {
      const result = change(world, pilot, input);
      if (input["keepsAnswers"] !== true) forgetAnswers(world, pilot.id);
      return result;
    },
  ]),
);
