import type { Holdings } from "./corporations/holdings.ts";
import { newDiscordState } from "./discord/state.ts";
import type { DiscordState } from "./discord/state.ts";
import type { EsiState } from "./esi/state.ts";
import { newEsiState } from "./esi/state.ts";
import type { Fault } from "./faults.ts";
import { ALLIANCES, seedCorporations } from "./people/organizations.ts";
import type { Alliance, Contact, Corporation } from "./people/organizations.ts";
import { seedPilots } from "./people/pilots.ts";
import type { AccessList } from "./people/access-lists.ts";
import type { RoleChange } from "./people/departures.ts";
import type { CorporationNotice } from "./people/notices.ts";
import type { Fleet } from "./people/fleets.ts";
import type { Pilot } from "./people/pilot.ts";
import type { Sheet } from "./people/sheet.ts";
import { newReceiver } from "./receiver/state.ts";
import type { Receiver } from "./receiver/state.ts";
import type { LoggedRequest } from "./request-log.ts";
import { LOCAL_CLIENT, OTHER_CLIENT } from "./sso/clients.ts";
import type { Client } from "./sso/clients.ts";
import type { AuthorizationCode, Grant } from "./sso/grants.ts";

/** The switches of the SSO. */
export type SsoSettings = {
  issuer: "https://login.eveonline.com" | "login.eveonline.com" | "https://login.eveonline.com/";
  algorithm: "RS256" | "ES256";
  rotatesRefreshTokens: boolean;
  /** A grant with other scopes ends the character's earlier ones. Reports differ about what EVE does. */
  endsEarlierGrants: boolean;
  /** The path of the callback that is registered for Muster; null: the usual one. */
  callbackPath: string | null;
};

/** The state of one New Eden. Each test has its own; `npm run dev` has one. */
export type World = {
  /** The base URL, without a slash at the end. */
  base: string;
  bornAt: number;
  clockOffsetMs: number;
  /** The time at which the clock was stopped. It then moves only when it is advanced. */
  stoppedAt: number | undefined;
  pilots: Map<number, Pilot>;
  /** Private data by pilot, created on first use. */
  sheets: Map<number, Sheet>;
  corporations: Map<number, Corporation>;
  /** Holdings by corporation, created on first use. */
  holdings: Map<number, Holdings>;
  alliances: Map<number, Alliance>;
  /** By the corporation or alliance that has set them. */
  contacts: Map<number, { list: Contact[]; changedAt: number }>;
  /** What EVE has told the directors of a corporation, the oldest first. */
  notices: Map<number, CorporationNotice[]>;
  /** By corporation, the oldest first. */
  roleChanges: Map<number, RoleChange[]>;
  /** Kicks that roles hold back. */
  kicks: { pilot: Pilot; from: number; at: number }[];
  accessLists: Map<number, AccessList>;
  fleets: Map<number, Fleet>;
  fleetsFormed: number;
  clients: Map<string, Client>;
  codes: Map<string, AuthorizationCode>;
  /** Grants by refresh token; dead ones stay, because EVE states why they ended. */
  grants: Map<string, Grant>;
  sso: SsoSettings;
  esi: EsiState;
  discord: DiscordState;
  receiver: Receiver;
  faults: Fault[];
  requests: LoggedRequest[];
  /** Requests to ESI that do not match CCP's document. */
  violations: string[];
  /** Runs a cron of the product, if New Eden runs beside one. */
  runCron?: (cron: string) => Promise<void>;
  /** Sends a request to the product, if New Eden runs beside one. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
};

export function createWorld(base: string): World {
  return {
    base,
    bornAt: Date.now(),
    clockOffsetMs: 0,
    stoppedAt: undefined,
    pilots: byId(seedPilots()),
    sheets: new Map(),
    corporations: byId(seedCorporations()),
    holdings: new Map(),
    alliances: byId(ALLIANCES.map((alliance) => ({ ...alliance }))),
    contacts: new Map(),
    notices: new Map(),
    roleChanges: new Map(),
    kicks: [],
    accessLists: new Map(),
    fleets: new Map(),
    fleetsFormed: 0,
    clients: new Map([LOCAL_CLIENT, OTHER_CLIENT].map((client) => [client.id, client])),
    codes: new Map(),
    grants: new Map(),
    sso: {
      issuer: "https://login.eveonline.com",
      algorithm: "RS256",
      rotatesRefreshTokens: false,
      endsEarlierGrants: true,
      callbackPath: null,
    },
    esi: newEsiState(),
    discord: newDiscordState(),
    receiver: newReceiver(),
    faults: [],
    requests: [],
    violations: [],
  };
}

/** The world's time in milliseconds: the real time, unless the clock was stopped, plus the advanced seconds. */
export function now(world: World): number {
  return (world.stoppedAt ?? Date.now()) + world.clockOffsetMs;
}

/** The environment of every Hono route of New Eden. */
export type NewEdenApp = { Bindings: { world: World } };

function byId<T extends { id: number }>(things: T[]): Map<number, T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}
