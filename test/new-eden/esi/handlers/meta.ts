import { DAY_MS } from "#shared/time.ts";
import { esiDate } from "#test/new-eden/esi/call.ts";
import type { Handler } from "#test/new-eden/esi/call.ts";
import { COMPATIBILITY_DATE, ROUTES } from "#test/new-eden/esi/document.ts";
import { now } from "#test/new-eden/world.ts";

const HOUR_MS = 60 * 60 * 1000;

export const metaHandlers: Record<string, Handler> = {
  "GET /status": ({ world }) => {
    // The cluster starts every day at 11:05, after downtime.
    const sinceStart = (now(world) - 11 * HOUR_MS - 5 * 60_000) % DAY_MS;
    return {
      body: {
        players: 18_000 + (Math.floor(now(world) / 30_000) % 9_000),
        server_version: "3503375",
        start_time: esiDate(now(world) - sinceStart),
        vip: false,
      },
    };
  },
  "GET /meta/status": () => ({
    body: {
      routes: ROUTES.map(({ method, template }) => ({ method, path: template, status: "OK" })),
    },
  }),
  "GET /meta/compatibility-dates": () => ({
    body: {
      compatibility_dates: [
        COMPATIBILITY_DATE,
        "2026-07-21",
        "2026-06-09",
        "2025-08-26",
        "2020-01-01",
      ],
    },
  }),
};
