import { SHOUTS } from "#test/new-eden/people/alarms.ts";
import { env } from "cloudflare:workers";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ITEM_TYPES } from "#test/new-eden/universe/types.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import { EVERY_MINUTE, scheduleNameSchema, SCHEDULES } from "#worker/work/crons.ts";
import type { ScheduleName } from "#worker/work/crons.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import worker from "#worker/index.ts";
import { buildApplication } from "./applications.ts";
import { buildCommunity } from "./community.ts";
import { buildDiscord } from "./discord.ts";
import {
  CHARACTERS_EACH,
  HABITS,
  HOLDINGS,
  PRICE_PAGES,
  JOURNAL_AN_HOUR,
  KILLMAILS_AN_HOUR,
  SHARE_OF_MOVES,
  SHARE_THAT_COMES,
  sizeSchema,
  TRADED_TYPES,
} from "./habits.ts";
import { openMeter } from "./meter.ts";
import type { Weight } from "./meter.ts";
import { BENCH } from "./network.ts";
import { planDay } from "./player.ts";

const MINUTES = 24 * 60;
const logLineSchema = z.object({ event: z.string(), job: z.optional(z.string()) });
/** After the first refreshes and roles: then the log is sealed, and the schedule of the evidence runs. */
const HOURS_BEFORE = 24;
const QUIET = { rate: 1, size: 1 };
/** More than the first day of evidence takes. */
const MESSAGES_OF_A_CHARACTER = 10;

const { DAY_USERS: size } = z.parse(z.object({ DAY_USERS: sizeSchema }), env);
const habits = HABITS[size];
// The community exists before the clock moves.
const community = await buildCommunity(habits);
const KINDS = Object.values(SHOUTS);
const { muster, admin, players, corporations } = community;
const drive = await driveQueue(muster);
afterAll(() => drive.stop());

test("a day passes", { timeout: 2 * 60 * 60 * 1000 }, async () => {
  // The log would have a line for each of the many requests.
  const log = vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  const meter = openMeter(muster);
  const people = { rate: (habits.users * SHARE_THAT_COMES) / habits.played };
  const corporate = { rate: habits.corporations / habits.actedCorporations };
  const pages = new Set(ITEM_TYPES.map(({ id }) => Math.floor(id / 1000))).size;
  const prices = {
    size: TRADED_TYPES / ITEM_TYPES.length,
    written: PRICE_PAGES / pages,
    of: "type_prices",
  };
  const weights: Record<ScheduleName, Weight> = {
    hourly: QUIET,
    daily: prices,
    "half-hourly": { size: corporate.rate },
    "quarter-hourly": { size: corporate.rate },
  };
  const failures: string[] = [];
  const refusals = new Map<string, number>();
  let whose: Weight = people;

  /** What each waiting message stands for: as many as the invocation that has sent it, whatever it is. */
  const sent = new WeakMap<JobMessage, Weight>();
  function noteSent(weight: Weight) {
    for (const { body } of muster.queue.waiting) if (!sent.has(body)) sent.set(body, weight);
  }

  const send: typeof muster.send = async (path, init) => {
    const name = `${init?.method ?? "GET"} ${nameOf(path)}`;
    const measured = always(name, whose);
    const response = await meter.measure("requests", measured, () => muster.send(path, init));
    noteSent(whose);
    if (response.status >= 400) {
      const refusal = `${name} ${response.status}`;
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
      if (response.status >= 500) failures.push(refusal);
    }
    return response;
  };
  const call = (token: string, method: string, path: string, body?: object) =>
    send(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });

  const advanceTo = (at: number) => drive.advance(Math.max(0, Math.ceil((at - Date.now()) / 1000)));

  /** What a message stands for. All characters are refreshed, and few corporations and players act for many. */
  function weightOf(message: JobMessage): Weight {
    if (message.kind === "job") return message.name === "market-prices" ? prices : QUIET;
    return ["fetch", "check-directors", "roster", "notices"].includes(message.kind)
      ? corporate
      : (sent.get(message) ?? QUIET);
  }

  /** Delivers the messages that are due before a time, each when it is due. */
  async function passUntil(end: number) {
    for (;;) {
      const next = muster.queue.take();
      if (next === undefined) break;
      if (next.dueAt >= end) {
        muster.queue.waiting.push(next);
        break;
      }
      await advanceTo(next.dueAt);
      const name = next.body.kind === "job" ? `job ${next.body.name}` : next.body.kind;
      const weight = weightOf(next.body);
      await meter.measure("queue", always(name, weight), () => drive.deliver(next));
      noteSent(weight);
    }
    await advanceTo(end);
  }

  /** New items of the corporations, and pilots that change their corporation. */
  async function passHour(hour: number) {
    for (const { id, newEden } of corporations) {
      await newEden.setHoldings(id, {
        journal: HOLDINGS.journal + hour * JOURNAL_AN_HOUR,
        killmails: HOLDINGS.killmails + hour * KILLMAILS_AN_HOUR,
        contracts: HOLDINGS.contracts + Math.floor(hour / 3),
        touch: ["orders", "wallets", "tracking", ...(hour % 4 === 0 ? ["assets" as const] : [])],
      });
      // Sixty a day, as of a corporation with many structures.
      for (let n = 0; n < 2 + (hour % 2); n += 1) {
        const kind = KINDS[(hour + n) % KINDS.length] ?? SHOUTS.attack;
        await newEden.shout(id, { kind, structure: hour % 5 });
      }
    }
    if (hour < players.length * SHARE_OF_MOVES) {
      await drive.newEden.leaveCorporation(players[hour]?.pilots[1]?.id ?? 0, corporations[0]?.id);
    }
    await drive.newEden.clearRequests();
  }

  async function administrate() {
    const { sessionToken } = admin;
    whose = corporate;
    await call(sessionToken, "GET", "/auth/session");
    await call(sessionToken, "GET", "/corporations");
    for (const { id } of corporations) {
      for (const part of ["", "/directors", "/data", "/activity"]) {
        await call(sessionToken, "GET", `/corporations/${id}${part}`);
      }
    }
    for (const { id } of corporations) {
      await call(sessionToken, "GET", `/rosters/${id}`);
      await call(sessionToken, "GET", `/rosters/${id}/members`);
    }
    for (const path of ["/admin/discord", `/admin/discord/${serverId}`, "/admin/pilots"]) {
      await call(sessionToken, "GET", path);
    }
    await call(sessionToken, "GET", "/activity");
    whose = people;
  }

  const plans = players.flatMap((player, index) =>
    planDay(player, index, community, call, { send, newEdenBase: muster.newEdenBase }),
  );
  /** The name and the weight of a minute: those of the job that it has run, by its line of the log. */
  async function nameMinute(): Promise<[string, Weight]> {
    const lines = log.mock.calls.map(([line]) => logLineSchema.safeParse(JSON.parse(String(line))));
    log.mockClear();
    const job = lines.flatMap(({ data }) => (data?.event === "job" ? [data.job] : [])).at(0);
    const schedule = scheduleNameSchema.options.find((name) =>
      SCHEDULES[name].jobs.some((one) => one === job),
    );
    return schedule === undefined ? ["every minute", QUIET] : [`job ${job}`, weights[schedule]];
  }

  const agenda = [
    ...plans,
    ...[300, 420, 540, 900].map((minute) => ({ minute, act: administrate })),
  ];

  // Starts from the state that a day leaves.
  for (const { user, pilots } of players) {
    for (const { id } of pilots) {
      const { refresh } = user.api.characters[":id"];
      const param = { id: String(id) };
      for (let hasMore = true; hasMore;) {
        ({ hasMore } = await (await refresh.$post({ param })).json());
      }
    }
  }
  const { serverId } = await buildDiscord(community, drive);
  for (const { minute, run } of await buildApplication(community, call)) {
    const act = async () => {
      whose = QUIET;
      await run();
      whose = people;
    };
    agenda.push({ minute, act });
  }
  for (let hour = 0; hour < HOURS_BEFORE; hour++) {
    for (const name of scheduleNameSchema.options) {
      // After its time, so that its next run is due on the day that is measured and not before.
      if (name !== "daily" || new Date().getUTCHours() === 13) await drive.cron(name);
    }
    await drive.cron(EVERY_MINUTE);
    await drive.drain(Infinity, MESSAGES_OF_A_CHARACTER * CHARACTERS_EACH * habits.users);
    await drive.advance(60 * 60);
  }
  await muster.env.DB.prepare("update discord_accounts set check_due_at = ?")
    .bind(Date.now())
    .run();
  await muster.env.DB.prepare("update type_prices set prices = '{}'").run();

  const began = new Date(Date.now());
  for (let minute = 0; minute < MINUTES; minute++) {
    if (minute % 60 === 0) await passHour(minute / 60);
    const clock = new Date(began.getTime() + minute * 60_000);
    log.mockClear();
    const event = { cron: EVERY_MINUTE, scheduledTime: clock.getTime() };
    await meter.measure("crons", nameMinute, () => worker.scheduled(event, muster.env));
    noteSent(QUIET);
    for (const { act } of agenda.filter((one) => one.minute === minute)) await act();
    await passUntil(clock.getTime() + 60_000);
  }

  expect(failures).toEqual([]);
  const result = {
    size,
    habits,
    totals: meter.totals,
    most: meter.most,
    costliest: Object.fromEntries(meter.costliest),
    statements: Object.fromEntries(meter.statements),
    refusals: Object.fromEntries(refusals),
    failedCalls: Object.fromEntries(meter.failures),
  };
  await fetch(`${BENCH}/result?size=${size}`, { method: "POST", body: JSON.stringify(result) });
});

const always =
  (name: string, weight: Weight): (() => Promise<[string, Weight]>) =>
  async () => [name, weight];

/** A path without its ids. */
function nameOf(path: string): string {
  const [name = ""] = path.split("?");
  return name.replaceAll(/\/(\d+|g\d+|[\w-]{16})(?=\/|$)/g, "/:id");
}
