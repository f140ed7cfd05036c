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

/** Cells with the same text. */
export const all = <Name extends string>(classes: Name[], says: string, after?: number) =>
  recordOf(classes, (): Pick<Cell, "says" | "after"> => ({
    says,
    ...(after !== undefined && { after }),
  }));

/** A refresh may be slow, and need not return a refresh token (RFC 6749 §6). */
export const harmless = (well: string) => ({ late: { says: well }, incomplete: { says: well } });

export const SSO = ["down", "late", "ours", "incomplete", "forged"] as const;
export const ESI = [
  "down",
  "late",
  "unreadable",
  "limited",
  "downtime",
  "refused",
  "unknown",
] as const;
export const DISCORD = ["down", "late", "unreadable", "limited"] as const;
