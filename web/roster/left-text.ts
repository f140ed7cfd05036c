import type { Followed } from "#shared/corporations/roster.ts";
import { formatCount } from "#web/lib/format.ts";
import { eveMoment } from "#web/lib/time/time.ts";

/** "Removed from 3 groups by their rules" */
export function followedText({ removed }: Followed): string {
  return removed === 0
    ? "No group has removed the player"
    : `Removed from ${formatCount(removed, "group")} by ${removed === 1 ? "its rule" : "their rules"}`;
}

/** What is still to come, and what the player still has: each a sentence. */
export function waitingTexts(followed: Followed, now: number): string[] {
  const { inGrace, graceEndsAt, held, sessions, discordRoles } = followed;
  return [
    inGrace > 0 &&
      `${formatCount(inGrace, "group")} in grace${graceEndsAt === null ? "" : `, until ${eveMoment(graceEndsAt, now)}`}`,
    held > 0 && `${formatCount(held, "removal")} held for a decision`,
    discordRoles > 0 && `Has ${formatCount(discordRoles, "Discord role")} by groups`,
    sessions > 0 && `Signed in with ${formatCount(sessions, "session")}`,
  ].filter((text) => text !== false);
}
