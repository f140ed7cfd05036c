import {
  HEALTH_DAYS,
  LONG_WAIT_DAYS,
  mondayOf,
  OVERVIEW_WEEKS,
  REVIEW_SOON_DAYS,
} from "#shared/overview.ts";
import type { Overview } from "#shared/overview.ts";
import { DAY_MS } from "#shared/time.ts";
import { selectAdministrators } from "#worker/auth/administrators/store.ts";
import {
  presentWithoutDirector,
  selectWithoutDirector,
} from "#worker/corporations/status/corporation-status.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import * as store from "./store.ts";

/** One round trip, which counts no members and no events: an hourly job did (`counters.ts`). */
export async function getOverview({ db, config }: Context): Promise<Overview> {
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  const [
    days,
    [facts],
    hours,
    health,
    corporations,
    servers,
    held,
    asked,
    [requests],
    reviews,
    administrators,
    withoutDirector,
  ] = await runBatch(db, [
    store.selectDays({ from: mondayOf(today) - (OVERVIEW_WEEKS - 1) * 7 }),
    store.selectFacts(),
    store.selectHours(),
    store.selectHealth({ from: today - HEALTH_DAYS + 1 }),
    store.selectCorporations({ before: today - OVERVIEW_WEEKS * 7 }),
    store.selectServers(),
    store.selectHeld(),
    store.selectAsked(),
    store.selectOldRequests({ before: now - LONG_WAIT_DAYS * DAY_MS }),
    store.selectEndingReviews({ before: now + REVIEW_SOON_DAYS * DAY_MS }),
    selectAdministrators(config.ADMIN_CHARACTER_IDS),
    selectWithoutDirector({ isAdmin: true }, now),
  ]);
  return {
    countedAt: facts?.countedAt ? new Date(facts.countedAt).toISOString() : null,
    today,
    days,
    hours,
    health,
    corporations,
    servers: servers.map(({ removals, count, at, ...server }) => ({
      ...server,
      held: removals === "held" ? { count, since: at?.toISOString() ?? null } : null,
    })),
    memberGroup: facts?.memberGroup ?? null,
    withoutDirector: presentWithoutDirector(withoutDirector),
    held: [...held, ...asked].map(({ at, ...one }) => ({ ...one, since: at.toISOString() })),
    requests: requests ? { ...requests, oldest: requests.oldest.toISOString() } : null,
    reviews: reviews.map(({ at, ...review }) => ({ ...review, ends: at.toISOString() })),
    administrators: new Set(administrators.flatMap(({ userId }) => userId ?? [])).size,
    hasBot: config.DISCORD_BOT_TOKEN !== "",
  };
}
