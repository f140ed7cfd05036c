import type { World } from "./world.ts";

export const SERVICES = ["sso", "esi", "images", "discord"] as const;
export type Service = (typeof SERVICES)[number];

/** Every fault with its services and its effect. The control page shows this table. */
export const FAULTS = {
  server_error: [SERVICES, "500, with the service's own JSON"],
  error_reference: [["sso"], "500, in plain text with an error reference"],
  bad_gateway: [SERVICES, "502, with a page of HTML"],
  unavailable: [SERVICES, "503: the cluster is closed"],
  gateway_timeout: [SERVICES, "504: no response in time"],
  connection_reset: [SERVICES, "the connection is closed"],
  slow: [SERVICES, "a delayed response (delayMs, 2 seconds by default)"],
  malformed_json: [SERVICES, "the response ends in the middle"],
  error_limited: [["esi"], "420: the error limit is exceeded"],
  rate_limited: [["esi", "discord"], "429 with Retry-After (retryAfter, 30 seconds by default)"],
  ip_banned: [["discord"], "429 in plain text: Cloudflare has banned the address"],
  downtime: [["esi"], "the daily downtime: only static data is available"],
  no_pages: [["esi"], "lists come without X-Pages"],
  bare_not_modified: [["esi"], "304 without X-Pages and the headers of the cache"],
  two_servers: [["esi"], "two servers in turns: the second one's Last-Modified is older"],
  date_refused: [["esi"], "400: the compatibility date is no longer accepted"],
  not_found: [["esi"], "404, also for what exists"],
  null_fields: [["esi"], "optional fields are null instead of absent"],
  title_markup: [["esi"], "titles with the markup of the game, such as <color=0xFFff0000>"],
  wrong_client_secret: [["sso"], "401 invalid_client, whatever the secret"],
  unknown_client: [["sso"], "the application cannot refresh, as with an unknown client id"],
  no_refresh_token: [["sso"], "tokens come without a refresh token"],
  token_wrong_key: [["sso"], "access tokens are signed with a foreign key"],
  token_alg_none: [["sso"], "access tokens are not signed"],
  token_expired: [["sso"], "access tokens have expired"],
  token_foreign_audience: [["sso"], "access tokens have the audience of another application"],
  token_wrong_issuer: [["sso"], "access tokens have a similar but wrong issuer"],
  token_other_azp: [["sso"], "access tokens were issued to another application"],
  token_unknown_kid: [["sso"], "access tokens name a key that EVE does not publish"],
} as const satisfies Record<string, readonly [readonly Service[], string]>;
export type FaultKind = keyof typeof FAULTS;

export const isService = (value: unknown): value is Service =>
  SERVICES.some((service) => service === value);
export const isFaultKind = (value: unknown): value is FaultKind =>
  typeof value === "string" && value in FAULTS;

export type Fault = {
  id: string;
  service: Service;
  kind: FaultKind;
  /** A regular expression on the path inside the service, such as `/skills$`. */
  path?: string;
  /** Only this page of a list. */
  page?: number;
  method?: string;
  /** Only requests that concern this pilot. */
  characterId?: number;
  /** Only requests that concern this Discord user. */
  discordUserId?: string;
  /** How many answers it has changed. */
  changed?: number;
  /** How often it strikes; without it, until it is removed. */
  times?: number;
  delayMs?: number;
  /** Instead of a delay: the requests of a slow fault wait until it is removed. */
  isHeld?: boolean;
  /** Seconds. */
  retryAfter?: number;
  /** Whose limit Discord's 429 is about; `user` by default. */
  scope?: "user" | "global" | "shared";
};

export type NewFault = Omit<Fault, "id" | "changed">;

/** Adds a fault; throws an `Error` with a reason when it is not valid. */
export function addFault(world: World, fault: NewFault): Fault {
  const known: readonly [readonly Service[], string] | undefined = FAULTS[fault.kind];
  if (known === undefined) throw new Error(`There is no fault ${fault.kind}.`);
  if (!known[0].includes(fault.service)) {
    throw new Error(`${fault.service} has no fault ${fault.kind}.`);
  }
  const added = { ...fault, id: crypto.randomUUID() };
  world.faults.push(added);
  return added;
}

type Occasion = {
  service: Service;
  kinds: readonly FaultKind[];
  path?: string;
  page?: number;
  method?: string;
  characterId?: number | undefined;
  discordUserId?: string | undefined;
};

/** The first fault that matches the request; counts it. */
export function takeFault(world: World, occasion: Occasion): Fault | undefined {
  const { service, kinds, path, page, method, characterId, discordUserId } = occasion;
  const fault = world.faults.find(
    (fault) =>
      fault.service === service &&
      fault.times !== 0 &&
      kinds.includes(fault.kind) &&
      (fault.path === undefined || new RegExp(fault.path).test(path ?? "")) &&
      (fault.page === undefined || fault.page === page) &&
      (fault.method === undefined || fault.method === method) &&
      (fault.characterId === undefined || fault.characterId === characterId) &&
      (fault.discordUserId === undefined || fault.discordUserId === discordUserId),
  );
  if (fault?.times !== undefined) {
    fault.times -= 1;
    if (fault.times <= 0 && fault.isHeld !== true) removeFault(world, fault.id);
  }
  return fault;
}

export function removeFault(world: World, id: string) {
  world.faults = world.faults.filter((fault) => fault.id !== id);
}
