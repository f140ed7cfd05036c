import { ph, plural, t } from "#web/language/macros.ts";
import type { Followed } from "#shared/corporations/roster.ts";
import { eveMoment } from "#web/lib/time/time.ts";

/** "Removed from 3 groups by their rules" */
export function followedText({ removed }: Followed): string {
  return removed === 0
    ? t`No group has removed the player`
    : plural(removed, {
        one: "Removed from # group by its rule",
        other: "Removed from # groups by their rules",
      });
}

/** What is still to come, and what the player still has: each a sentence. */
export function waitingTexts(followed: Followed, now: number): string[] {
  const { inGrace, graceEndsAt, held, sessions, discordRoles } = followed;
  return [
    inGrace > 0 &&
      (graceEndsAt === null
        ? t`${plural(inGrace, { one: "# group", other: "# groups" })} in grace`
        : t`${plural(inGrace, { one: "# group", other: "# groups" })} in grace, until ${ph({ end: eveMoment(graceEndsAt, now) })}`),
    held > 0 && t`${plural(held, { one: "# removal", other: "# removals" })} held for a decision`,
    discordRoles > 0 &&
      t`Has ${plural(discordRoles, { one: "# Discord role", other: "# Discord roles" })} by groups`,
    sessions > 0 &&
      t`Signed in with ${plural(sessions, { one: "# session", other: "# sessions" })}`,
  ].filter((text) => text !== false);
}
