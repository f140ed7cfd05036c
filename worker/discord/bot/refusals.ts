import type { FeedHalt } from "#shared/discord/feeds.ts";
import type { MemberProblem, ServerHalt } from "#shared/discord/servers.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import type { BotAnswer, Failure, BotRefusal } from "./bot.ts";

/** Nobody repairs these within minutes; an administrator who has can check again at once. */
const HALTED_MS = HOUR_MS;
const LONGEST_OUTAGE_MS = 15 * MINUTE_MS;

// Discord's codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json

/** What follows from a refusal: this member is left alone, or the whole server waits. */
type RefusalConsequence =
  | { kind: "member"; problem: MemberProblem }
  | { kind: "server"; halt: ServerHalt; waitMs: number };

const CODES: Record<number, RefusalConsequence> = {
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
export function consequenceOf(refusal: BotRefusal, outages: number): RefusalConsequence {
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
        waitMs: waitAfter(refusal, outages),
      };
    case "unavailable":
      return { kind: "server", halt: "unavailable", waitMs: waitAfter(refusal, outages) };
  }
}

/** A limit that Discord repeats is not waited for as it says: each of these requests counts against all. */
function waitAfter(refusal: Exclude<BotRefusal, { state: "refused" }>, outages: number): number {
  if (refusal.state === "unavailable") return backOff(outages);
  return refusal.retryAfterMs + (outages === 0 ? 0 : backOff(outages - 1));
}

/** A minute, then two, four and so on, up to a quarter of an hour. */
function backOff(outages: number): number {
  return Math.min(LONGEST_OUTAGE_MS, MINUTE_MS * 2 ** Math.min(outages, 10));
}

/** The same for a request about the server itself: any refusal means that Muster cannot work on it. */
export function haltOf(
  answer: Failure,
  outages: number,
  now: number,
): { halt: ServerHalt; untilMs: number } {
  if (answer.state === "waits") return { halt: "limited", untilMs: answer.untilMs };
  const found = consequenceOf(answer, outages);
  return found.kind === "server"
    ? { halt: found.halt, untilMs: now + found.waitMs }
    : { halt: "no_access", untilMs: now + HALTED_MS };
}

/** Until a person saves the settings again. */
const FOR_GOOD = 8.64e15;

const FEED_HALTS: Record<number, { halt: FeedHalt; waitMs: number }> = {
  50001: { halt: "no_access", waitMs: HALTED_MS },
  50013: { halt: "no_permission", waitMs: HALTED_MS },
  10003: { halt: "gone", waitMs: FOR_GOOD },
  10015: { halt: "gone", waitMs: FOR_GOOD },
};

/** What follows from a refused post. `isDropped`: another try would be refused as well. */
export function delayAfter(
  answer: Failure,
  outages: number,
  now: number,
): { halt: FeedHalt | null; untilMs: number; isDropped: boolean } {
  const isDropped = false;
  switch (answer.state) {
    case "waits":
      return { halt: null, untilMs: answer.untilMs, isDropped };
    case "limited":
    case "unavailable":
      return { halt: "unavailable", untilMs: now + waitAfter(answer, outages), isDropped };
    case "refused": {
      if (answer.status === 401) {
        return { halt: "unauthorized", untilMs: now + HALTED_MS, isDropped };
      }
      // Discord's refusals have a code: this is a server in front of it.
      if (answer.code === 0) return delayAfter({ state: "unavailable" }, outages, now);
      const known = FEED_HALTS[answer.code];
      if (known === undefined) return { halt: null, untilMs: now + MINUTE_MS, isDropped: true };
      return { halt: known.halt, untilMs: Math.min(FOR_GOOD, now + known.waitMs), isDropped };
    }
  }
}

/** The message was deleted at Discord. */
export const isMessageGone = (answer: BotAnswer<unknown>) =>
  answer.state === "refused" && answer.code === 10_008;
