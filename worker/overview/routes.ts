import { Hono } from "hono";
import { HEALTH_DAYS, LONG_WAIT_DAYS, OVERVIEW_WEEKS, REVIEW_SOON_DAYS } from "#shared/overview.ts";
import type { Overview } from "#shared/overview.ts";
import { DAY_MS, isoOrNull, mondayOf } from "#shared/time.ts";
import { selectRunningTimers, selectTimerNames } from "#worker/alarms/store.ts";
import { selectAdministrators } from "#worker/auth/administrators/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import {
  presentWithoutDirector,
  selectWithoutDirector,
} from "#worker/corporations/evidence/corporation-status.ts";
import { runNamed } from "#worker/db/batch.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { alarmSentence, securityOf } from "#worker/discord/posts/alarm-message.ts";
import type { App, Context } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import { selectDrifted } from "#worker/roster/drift-store.ts";
import { keeperValues } from "#worker/watchlist/policy.ts";
import * as store from "./store.ts";

/** `/api/admin/overview`. */
export const overviewRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.administration }),
  async (c) => {
    const languages = acceptedLanguages(c.req.header("accept-language"));
    const { proofHash, ...unproven } = c.get("actor");
    const read = (actor: UserActor) => getOverview(c.get("context"), actor, languages);
    try {
      return c.json(await read(c.get("actor")));
    } catch (error) {
      const isRefused = error instanceof QuotaExceeded && error.rows === "write";
      // Hits of the watchlist are read only if that can be recorded.
      if (proofHash !== undefined && isRefused) return c.json(await read(unproven));
      throw error;
    }
  },
);

/** One round trip. It counts no events, and of the members those with roles in game: an hourly job counts the others (`counters.ts`). */
async function getOverview(
  context: Context,
  actor: UserActor,
  languages: readonly string[],
): Promise<Overview> {
  const { db, config } = context;
  const now = Date.now();
  const keeper = { ...keeperValues(actor), now };
  const today = Math.floor(now / DAY_MS);
  const read = await runNamed(db, {
    days: [store.selectDays({ from: mondayOf(today) - (OVERVIEW_WEEKS - 1) * 7 })],
    facts: [store.selectFacts()],
    hours: [store.selectHours()],
    health: [store.selectHealth({ from: today - HEALTH_DAYS + 1 })],
    corporations: [store.selectCorporations({ before: today - OVERVIEW_WEEKS * 7 })],
    servers: [store.selectServers()],
    drifted: [selectDrifted({ now })],
    silent: [store.selectSilent({ now })],
    watched: [store.selectWatched(keeper)],
    look: actor.proofHash === undefined ? [] : [store.viewOfWatched(context, actor.userId, keeper)],
    held: [store.selectHeld(), store.selectAsked()],
    requests: [store.selectOldRequests({ before: now - LONG_WAIT_DAYS * DAY_MS })],
    reviews: [store.selectEndingReviews({ before: now + REVIEW_SOON_DAYS * DAY_MS })],
    administrators: [selectAdministrators(config.ADMIN_CHARACTER_IDS)],
    withoutDirector: [selectWithoutDirector({ isAdmin: true }, now)],
    alarmed: [store.selectAlarmed()],
    timers: [selectRunningTimers({ now })],
    timerNames: [selectTimerNames({ now })],
  });
  const words = await wordsIn(...(read.timers[0].length > 0 ? languages : []));
  const names = new Map(read.timerNames[0].map(({ id, name }) => [id, name]));
  const [[facts], [requests]] = [read.facts[0], read.requests[0]];
  return {
    countedAt: isoOrNull(facts?.countedAt),
    today,
    days: read.days[0],
    hours: read.hours[0],
    health: read.health[0],
    corporations: read.corporations[0],
    servers: read.servers[0].map(({ removals, count, at, ...server }) => ({
      ...server,
      held: removals === "held" ? { count, since: at?.toISOString() ?? null } : null,
    })),
    memberGroup: facts?.memberGroup ?? null,
    withoutDirector: presentWithoutDirector(read.withoutDirector[0]),
    drifted: read.drifted[0].map((row) => ({ ...row, readAt: row.readAt.toISOString() })),
    silent: read.silent[0].map(withSince),
    watched: read.watched[0].map(withSince),
    held: read.held.flat().map(({ at, ...held }) => ({ ...held, since: at.toISOString() })),
    requests: requests ? { ...requests, oldest: requests.oldest.toISOString() } : null,
    reviews: read.reviews[0].map(({ at, ...review }) => ({ ...review, ends: at.toISOString() })),
    administrators: new Set(read.administrators[0].flatMap(({ userId }) => userId ?? [])).size,
    begun: {
      isNamed: facts?.isNamed === 1,
      group:
        facts?.groupId && facts.groupName !== null
          ? { groupId: facts.groupId, name: facts.groupName }
          : null,
      hasInviteCode: facts?.hasInviteCode === 1,
      pilots: facts?.pilots ?? 0,
    },
    hasBot: config.DISCORD_BOT_TOKEN !== "",
    postsDirectors: facts?.postsDirectors === 1,
    alarmed: read.alarmed[0],
    timers: read.timers[0].map(({ id, corporationId, endsAt, ...alarm }) => ({
      id,
      corporationId,
      endsAt: new Date(endsAt).toISOString(),
      text: alarmSentence(alarm, names, words, (name) => name),
      systemId: alarm.fields.systemId ?? null,
      systemName: names.get(alarm.fields.systemId ?? 0) ?? null,
      security: securityOf(alarm.fields),
    })),
  };
}

const withSince = <Row extends { since: number }>(row: Row) => ({
  ...row,
  since: new Date(row.since).toISOString(),
});
