import { recordOf } from "#test/support/answers/records.ts";
import type { FaultKind, Service } from "#test/new-eden/faults.ts";

/** New Eden's faults by their effect. Every kind is in one class of each service that has it. */
export const FAULT_CLASSES = {
  sso: {
    down: [
      "server_error",
      "error_reference",
      "bad_gateway",
      "unavailable",
      "gateway_timeout",
      "connection_reset",
      "malformed_json",
    ],
    late: ["slow"],
    ours: ["wrong_client_secret", "unknown_client"],
    incomplete: ["no_refresh_token"],
    forged: [
      "token_wrong_key",
      "token_alg_none",
      "token_expired",
      "token_foreign_audience",
      "token_wrong_issuer",
      "token_other_azp",
      "token_unknown_kid",
    ],
  },
  esi: {
    down: ["server_error", "bad_gateway", "unavailable", "gateway_timeout", "connection_reset"],
    late: ["slow"],
    unreadable: ["malformed_json"],
    limited: ["error_limited", "rate_limited"],
    downtime: ["downtime"],
    refused: ["date_refused"],
    unknown: ["not_found"],
    odd: ["null_fields", "title_markup"],
    pageless: ["no_pages"],
    mixed: ["two_servers", "bare_not_modified"],
  },
  discord: {
    down: ["server_error", "bad_gateway", "unavailable", "gateway_timeout", "connection_reset"],
    late: ["slow"],
    unreadable: ["malformed_json"],
    limited: ["rate_limited", "ip_banned"],
  },
  /** Only browsers call the image server. */
  images: {
    never: [
      "server_error",
      "bad_gateway",
      "unavailable",
      "gateway_timeout",
      "connection_reset",
      "slow",
      "malformed_json",
    ],
  },
} as const satisfies Record<Service, Record<string, readonly FaultKind[]>>;

type Classes = typeof FAULT_CLASSES;
type ClassOf<Name extends Service> = keyof Classes[Name] & string;

/** ESI answers so, and nobody may notice: every flow has the result without a fault. */
type Unnoticed = "odd";

/** What the user sees or a job records, and when it works again by itself. */
export type Cell = {
  says: string;
  /** Seconds; without it, at once. */
  after?: number;
  /** The affected requests of the flow; without it, all. */
  at?: string[];
};

/** Only lists of several pages meet these: other flows need no cell, and work as in peace. */
type OfLists = "pageless" | "mixed";

/** The cells of a service for one flow: every class has one. */
export type Cells<Name extends Service> = {
  /** The requests of the flow to the service; the fault strikes each alone. */
  at: string[];
} & Record<Exclude<ClassOf<Name>, Unnoticed | OfLists>, Cell> &
  Partial<Record<OfLists, Cell>>;

const MINUTE = 61;

/** Cells with the same text. */
const all = <Name extends string>(classes: readonly Name[], says: string, after?: number) =>
  recordOf([...classes], (): Cell => ({ says, ...(after !== undefined && { after }) }));

type Others<Name extends Service> = Partial<Cells<Name>>;

/** A flow that takes EVE's tokens: a refresh may be slow, and need not return a refresh token (RFC 6749 §6). */
export const sso = (well: string, silent: string, after?: number, others?: Others<"sso">) => ({
  well,
  sso: {
    at: ["/token$"],
    ...all(["down", "ours", "forged"], silent, after),
    ...all(["late", "incomplete"], well),
    ...others,
  },
});

/** A flow that asks EVE, which works when EVE is slow, and after a minute when it failed, unless `others` differ. */
export const esi = (well: string, silent: string, others?: Others<"esi">, after = MINUTE) => ({
  well,
  esi: {
    at: [""],
    ...all(["down", "unreadable", "limited", "downtime", "refused", "unknown"], silent, after),
    late: { says: well },
    ...others,
  },
});

/** A flow that asks Discord, which works when Discord is slow, and at once when it answers again, unless `others` differ. */
export const discord = (
  well: string,
  silent: string,
  others?: Others<"discord">,
  after?: number,
) => ({
  well,
  discord: {
    at: [""],
    ...all(["down", "unreadable", "limited"], silent, after),
    late: { says: well },
    ...others,
  },
});
