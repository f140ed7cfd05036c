import type { NewContact } from "#test/new-eden/control/contacts.ts";
import type { HoldingsChange, NewCorporation } from "#test/new-eden/control/corporations.ts";
import type { Shout } from "#test/new-eden/people/alarms.ts";
import type { NewPilot } from "#test/new-eden/control/pilots.ts";
import type { SheetChange } from "#test/new-eden/control/sheets.ts";
import type { Fingerprint } from "#test/new-eden/fingerprint.ts";
import type { Fault, NewFault, Service } from "#test/new-eden/faults.ts";
import type { FleetChange } from "#test/new-eden/people/fleets.ts";
import type { AccessList } from "#test/new-eden/people/access-lists.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import type { Pilot } from "#test/new-eden/people/pilot.ts";
import type { ReceivedMessage, ReceiverAnswer } from "#test/new-eden/receiver/state.ts";
import type { LoggedRequest } from "#test/new-eden/request-log.ts";
import type { Death } from "#test/new-eden/sso/grants.ts";
import type { SsoSettings } from "#test/new-eden/world.ts";
import { discordControl } from "./new-eden-discord.ts";

/** The parameters of EVE's redirect. */
export type Return = {
  redirectUrl: string;
  code: string | null;
  state: string | null;
  error: string | null;
};

export type IssuedGrant = {
  accessToken: string;
  refreshToken: string;
  /** In ISO form. */
  expiresAt: string;
  ownerHash: string;
};

/** ESI goes on answering from its caches until they expire. */
type Caches = { keepsAnswers?: boolean };

export type NewEden = ReturnType<typeof newEdenControl>;

/**
 * The switches of a world for all tests: in workerd and Node `base` is the harness's
 * `newEdenBase`, in Playwright the product's origin with `/new-eden`.
 */
export function newEdenControl(base: string, send: typeof fetch = (...args) => fetch(...args)) {
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await send(`${base}/control${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`New Eden refused ${method} ${path}: ${text}`);
    return JSON.parse(text || "null");
  }
  const change = (id: number, what: string, body: object = {}) =>
    call<Pilot>("POST", `/pilots/${id}/${what}`, body);

  return {
    /** The program of a community that takes webhooks. */
    receiver: {
      received: () => call<ReceivedMessage[]>("GET", "/receiver"),
      /** How it answers from now on. */
      answer: (answer: ReceiverAnswer) => call<null>("PUT", "/receiver", answer),
    },
    /** A new pilot, in an NPC corporation by default. */
    createPilot: (pilot: NewPilot = {}) => call<Pilot>("POST", "/pilots", pilot),
    /** Three new pilots. */
    createPilots: (): Promise<[Pilot, Pilot, Pilot]> =>
      Promise.all([
        call<Pilot>("POST", "/pilots", {}),
        call<Pilot>("POST", "/pilots", {}),
        call<Pilot>("POST", "/pilots", {}),
      ]),
    pilots: () => call<Pilot[]>("GET", "/pilots"),

    /** The player chooses a pilot on EVE's page. */
    authorize: (authorizationUrl: string, characterId: number) =>
      call<Return>("POST", "/authorize", { authorizationUrl, characterId }),
    /** The player presses Cancel on EVE's page. */
    cancel: (authorizationUrl: string) => call<Return>("POST", "/authorize", { authorizationUrl }),
    /** A grant as from a sign-in. */
    grant: (characterId: number, scopes: string[], caches: Caches = {}) =>
      call<IssuedGrant>("POST", `/pilots/${characterId}/grant`, { scopes, ...caches }),

    /** Sells the pilot to another player, or to an account: another owner hash, and the grants end. */
    sell: (characterId: number, sale: { account?: string; keepsGrants?: boolean } = {}) =>
      change(characterId, "sell", sale),
    biomass: (characterId: number) => change(characterId, "biomass"),
    revoke: (characterId: number, death: Death = "grant_missing") =>
      change(characterId, "revoke", { death }),
    leaveCorporation: (characterId: number, corporationId?: number, caches: Caches = {}) =>
      change(characterId, "leave-corporation", { corporationId, ...caches }),
    /** EVE does not tell the directors. A member with roles is kicked a day later. */
    kick: (characterId: number, caches: Caches = {}) => change(characterId, "kick", caches),
    setRoles: (characterId: number, roles: string[], by: Caches & { issuerId?: number } = {}) =>
      change(characterId, "roles", { roles, ...by }),
    /** Adds or replaces an access list. */
    setAccessList: (list: AccessList) => call<null>("POST", "/access-lists", list),
    /** Forms a fleet of these characters. Who joins it leaves the fleet before. */
    formFleet: (bossId: number, change: Omit<FleetChange, "bossId"> = {}) =>
      call<{ id: number }>("POST", "/fleets", { ...change, bossId }),
    /** Members join and leave, or log off, the boss passes it on, ships change. Without members it is gone. */
    changeFleet: (id: number, change: FleetChange) => call<null>("POST", `/fleets/${id}`, change),
    setTitles: (characterId: number, titleIds: number[], caches: Caches = {}) =>
      change(characterId, "titles", { titleIds, ...caches }),
    /** Sets the wallet, the queue, the location and so on. */
    setSheet: (characterId: number, sheet: SheetChange) => change(characterId, "sheet", sheet),
    rename: (characterId: number, name: string) => change(characterId, "rename", { name }),

    createCorporation: (corporation: NewCorporation = {}) =>
      call<Corporation>("POST", "/corporations", corporation),
    changeCorporation: (id: number, corporation: NewCorporation) =>
      call<Corporation>("POST", `/corporations/${id}/change`, corporation),
    /** Sets a contact of a corporation or an alliance; without a standing it is removed. */
    setContact: (contact: NewContact) => call<null>("POST", "/contacts", contact),
    /** Sets the sizes of a corporation's lists. */
    setHoldings: (id: number, holdings: HoldingsChange) =>
      call<{ members: number }>("POST", `/corporations/${id}/holdings`, holdings),
    /** EVE tells the corporation's directors of an alarm. */
    shout: (id: number, alarm: Shout) =>
      call<{ id: number }>("POST", `/corporations/${id}/shout`, alarm),
    /** Fingerprints of ESI's lists over all pages; journals as `journal:1` and so on. */
    fingerprints: (id: number) =>
      call<Record<string, Fingerprint>>("GET", `/corporations/${id}/fingerprints`),

    discord: discordControl(call),

    addFault: (fault: NewFault) => call<Fault>("POST", "/faults", fault),
    /** Lets requests of a service wait for their answers, `times` of them or all, until the function that it returns is called. */
    async hold(requests: Omit<NewFault, "kind" | "delayMs">) {
      const held = { ...requests, kind: "slow", isHeld: true } as const;
      const { id } = await call<Fault>("POST", "/faults", held);
      return () => call<undefined>("DELETE", `/faults/${id}`);
    },
    faults: () => call<Fault[]>("GET", "/faults"),
    clearFaults: () => call<undefined>("DELETE", "/faults"),
    /** Switches the issuer, the algorithm, the rotation of refresh tokens, or the end of earlier grants. */
    setSso: (settings: Partial<SsoSettings>) => call<SsoSettings>("POST", "/sso", settings),
    /** Stops the clock at this time, in milliseconds; from then on it moves only when it is advanced. */
    stopClock: (at: number) => call<undefined>("POST", "/clock/stop", { at }),
    advanceClock: (seconds: number) => call<{ now: string }>("POST", "/clock", { seconds }),

    /** The requests to the services, oldest first. */
    async requests(filter: { service?: Service; path?: RegExp; characterId?: number } = {}) {
      const { requests } = await call<{ requests: LoggedRequest[] }>("GET", "/requests");
      return requests.filter(
        ({ service, path, characterId }) =>
          (filter.service === undefined || filter.service === service) &&
          (filter.path === undefined || filter.path.test(path)) &&
          (filter.characterId === undefined || filter.characterId === characterId),
      );
    },
    /** Requests to ESI that do not match CCP's document. */
    async violations() {
      return (await call<{ violations: string[] }>("GET", "/requests")).violations;
    },
    clearRequests: () => call<undefined>("DELETE", "/requests"),
  };
}
