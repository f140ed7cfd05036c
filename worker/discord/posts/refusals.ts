import type { FeedHalt } from "#shared/discord/feeds.ts";
import { MINUTE_MS } from "#shared/time.ts";
import type { Answer } from "#worker/discord/bot/bot.ts";

const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_OUTAGE_MS = 15 * MINUTE_MS;
/** Until a person saves the settings again. */
const FOR_GOOD = 8.64e15;

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const HALTS: Record<number, { halt: FeedHalt; waitMs: number }> = {
  50001: { halt: "no_access", waitMs: HOUR_MS },
  50013: { halt: "no_permission", waitMs: HOUR_MS },
  10003: { halt: "gone", waitMs: FOR_GOOD },
  10015: { halt: "gone", waitMs: FOR_GOOD },
};

type Refused = Exclude<Answer<unknown>, { state: "ok" }>;

/** What follows from a refusal. `isDropped`: another try would be refused as well. */
export function delayAfter(
  answer: Refused,
  outages: number,
  now: number,
): { halt: FeedHalt | null; untilMs: number; isDropped: boolean } {
  const kept = { isDropped: false };
  switch (answer.state) {
    case "waits":
      return { halt: null, untilMs: answer.untilMs, ...kept };
    case "limited":
      return {
        halt: "unavailable",
        untilMs: now + answer.retryAfterMs + (outages === 0 ? 0 : backOff(outages - 1)),
        ...kept,
      };
    case "unavailable":
      return { halt: "unavailable", untilMs: now + backOff(outages), ...kept };
    case "refused": {
      if (answer.status === 401) return { halt: "unauthorized", untilMs: now + HOUR_MS, ...kept };
      const known = HALTS[answer.code];
      if (known === undefined) return { halt: null, untilMs: now + MINUTE_MS, isDropped: true };
      return { halt: known.halt, untilMs: Math.min(FOR_GOOD, now + known.waitMs), ...kept };
    }
  }
}

/** A minute, then two, four and so on, up to a quarter of an hour. */
function backOff(outages: number): number {
  return Math.min(LONGEST_OUTAGE_MS, MINUTE_MS * 2 ** Math.min(outages, 10));
}
