import type { MemberProblem, ServerHalt } from "#shared/discord/servers.ts";
import { MINUTE_MS } from "#shared/time.ts";
import type { Answer, Refusal } from "./bot.ts";

const HOUR_MS = 60 * MINUTE_MS;
/** Nobody repairs these within minutes; an administrator who has can check again at once. */
const HALTED_MS = HOUR_MS;
const LONGEST_OUTAGE_MS = 15 * MINUTE_MS;

/** What follows from a refusal: this member is left alone, or the whole server waits. */
export type Consequence =
  | { kind: "member"; problem: MemberProblem }
  | { kind: "server"; halt: ServerHalt; waitMs: number };

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const CODES: Record<number, Consequence> = {
  50013: { kind: "member", problem: "refused" },
  10007: { kind: "member", problem: "left" },
  10013: { kind: "member", problem: "deleted" },
  10011: { kind: "member", problem: "role_gone" },
  50028: { kind: "member", problem: "role_gone" },
  10004: { kind: "server", halt: "no_access", waitMs: HALTED_MS },
  50001: { kind: "server", halt: "no_access", waitMs: HALTED_MS },
  60003: { kind: "server", halt: "two_factor", waitMs: HALTED_MS },
};

/** What happens after a refusal of a request about one member. `outages`: how many came before this one, in a row. */
export function consequenceOf(refusal: Refusal, outages: number): Consequence {
  switch (refusal.state) {
    case "refused":
      if (refusal.status === 401) {
        return { kind: "server", halt: "unauthorized", waitMs: HALTED_MS };
      }
      return CODES[refusal.code] ?? { kind: "member", problem: "unexpected" };
    case "limited":
      return {
        kind: "server",
        halt: refusal.isBan ? "banned" : "limited",
        // A limit that Discord repeats is not waited for as it says: each of these requests counts against all.
        waitMs: refusal.retryAfterMs + (outages === 0 ? 0 : backOff(outages - 1)),
      };
    case "unavailable":
      return {
        kind: "server",
        halt: "unavailable",
        waitMs: backOff(outages),
      };
  }
}

/** A minute, then two, four and so on, up to a quarter of an hour. */
function backOff(outages: number): number {
  return Math.min(LONGEST_OUTAGE_MS, MINUTE_MS * 2 ** Math.min(outages, 10));
}

/** The same for a request about the server itself: any refusal means that Muster cannot work on it. */
export function haltOf(
  answer: Exclude<Answer<unknown>, { state: "ok" }>,
  outages: number,
  now: number,
): { halt: ServerHalt; untilMs: number } {
  if (answer.state === "waits") return { halt: "limited", untilMs: answer.untilMs };
  const found = consequenceOf(answer, outages);
  return found.kind === "server"
    ? { halt: found.halt, untilMs: now + found.waitMs }
    : { halt: "no_access", untilMs: now + HALTED_MS };
}
