import { recordOf } from "./records.ts";
import type { FaultKind, Service } from "#test/new-eden/faults.ts";

/** What New Eden's faults are to whoever meets them. Every kind is in one class of each service that has it. */
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
  },
  discord: {
    down: ["server_error", "bad_gateway", "unavailable", "gateway_timeout", "connection_reset"],
    late: ["slow"],
    unreadable: ["malformed_json"],
    limited: ["rate_limited"],
  },
  /** Browsers ask the image server; the Worker never does. */
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

/** What the user sees, or what the record of a job says; and from when on it works again, by itself. */
export type Cell = {
  says: string;
  /** Seconds. At once if not said. */
  after?: number;
  /** What of the service is struck, if not all that the flow asks. */
  at?: string[];
};

/** The cells of a service for one flow: every class has one. */
export type Cells<Name extends Service> = {
  /** What of the service the flow asks: each is struck alone. */
  at: string[];
} & Record<ClassOf<Name>, Cell>;

/** Cells that all say the same. */
export const all = <Name extends string>(classes: Name[], says: string, after?: number) =>
  recordOf(classes, (): Pick<Cell, "says" | "after"> => ({
    says,
    ...(after !== undefined && { after }),
  }));

export const SSO = ["down", "late", "ours", "incomplete", "forged"] as const;
export const ESI = ["down", "late", "unreadable", "limited", "downtime", "refused"] as const;
export const DISCORD = ["down", "late", "unreadable", "limited"] as const;
