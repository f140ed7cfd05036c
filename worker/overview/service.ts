import { LONG_WAIT_DAYS, REVIEW_SOON_DAYS } from "#shared/overview.ts";
import type { Overview } from "#shared/overview.ts";
import { DAY_MS } from "#shared/time.ts";
import { selectAdministrators } from "#worker/auth/administrators/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  presentWithoutDirector,
  selectWithoutDirector,
} from "#worker/corporations/status/corporation-status.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { decisionsOf } from "./decisions.ts";
import {
  HEALTH_DAYS,
  mondayOf,
  presentCoverage,
  presentHealth,
  presentHours,
  presentWeeks,
  presentWork,
  WEEKS,
} from "./present.ts";
import * as store from "./store.ts";

/** One round trip, which counts no members and no events: an hourly job did (`counters.ts`). */
export async function getOverview(
  { db, config }: Context,
  { isAdmin }: UserActor,
): Promise<Overview> {
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  const before = today - WEEKS * 7;
  const [
    days,
    hours,
    health,
    corporations,
    servers,
    held,
    asked,
    [requests],
    reviews,
    [memberGroup],
    administrators,
    withoutDirector,
  ] = await runBatch(db, [
    store.selectDays({ from: mondayOf(today) - (WEEKS - 1) * 7 }),
    store.selectHours(),
    store.selectHealth({ from: today - HEALTH_DAYS + 1 }),
    store.selectCorporations({ before }),
    store.selectServers(),
    store.selectHeld(),
    store.selectAsked(),
    store.selectOldRequests({ before: now - LONG_WAIT_DAYS * DAY_MS }),
    store.selectEndingReviews({ before: now + REVIEW_SOON_DAYS * DAY_MS }),
    store.selectMemberGroup(),
    selectAdministrators(config.ADMIN_CHARACTER_IDS),
    selectWithoutDirector({ isAdmin }, now),
  ]);
  const active = corporations.filter((corporation) => corporation.isActive);
  return {
    countedAt: days.at(-1)?.countedAt.toISOString() ?? null,
    decisions: decisionsOf({
      withoutDirector: presentWithoutDirector(withoutDirector),
      servers,
      held: [...held, ...asked],
      requests,
      reviews,
      corporations: active,
      canUseDiscord: config.DISCORD_BOT_TOKEN !== "",
      administrators: new Set(administrators.flatMap(({ userId }) => userId ?? [])).size,
    }),
    members: { groupName: memberGroup?.name ?? null, weeks: presentWeeks(days, today) },
    corporations: presentCoverage(active),
    hours: presentHours(hours),
    work: presentWork(days, today),
    health: presentHealth({ days, rows: health, corporations, servers, today }),
  };
}
