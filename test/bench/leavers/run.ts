import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildModule, buildProduct } from "#test/bench/build.ts";
import { writeSection } from "#test/bench/document.ts";
import type { Module } from "#test/bench/server.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { openCommunityOfLeavers } from "./community.ts";

/**
 * `npm run bench -- leavers`: how long members who leave their corporation stay in the group and keep its role on Discord, in real
 * time, with 1, 2 and 5 directors in each of four corporations, side by side. EVE's caches expire when they do, and all crons
 * run, so it takes up to 20 minutes, on a machine that does nothing else. Fails if it takes longer than promised (docs/decisions/0060-rosters-and-departures.md).
 * `--directors 5` measures one of them; `--write` updates docs/performance.md.
 */
const INTRODUCTION = "which writes this table.\n";
const { values: options } = parseArgs({
  options: {
    directors: { type: "string", default: "1,2,5" },
    write: { type: "boolean", default: false },
  },
});

const MINUTE_MS = 60_000;
/** Every few seconds another member leaves. */
const STEP_MS = 10_000;
const WATCH_MS = 500;
/** Until the first lists were read. */
const SETTLE_MS = 6 * MINUTE_MS;
/** After the last member has left. */
const WAIT_MS = 13 * MINUTE_MS;
/** How often all data of the corporations is fetched again while members leave. It keeps the queue full. */
const FORGET_MS = 1.5 * MINUTE_MS;
const FETCHES = "quarter-hourly";
const PROMISED_SECONDS: Record<number, number> = { 1: 11 * 60, 5: 150 };

type Delays = { directors: number; left: number; group: number[]; discord: number[] };

const scratch = mkdtempSync(join(tmpdir(), "muster-leavers-"));
let results: Delays[] = [];
try {
  const build = join(scratch, "build");
  const product = await buildProduct(build);
  const entry = await buildModule("test/bench/leavers/worker.ts", build, "bench.js");
  const cases = options.directors.split(",").map(Number);
  results = await Promise.all(cases.map((directors) => measure(directors, [entry, ...product])));
} finally {
  rmSync(scratch, { recursive: true });
}
mkdirSync("test-results", { recursive: true });
writeFileSync("test-results/leavers.json", JSON.stringify(results, null, 2));
console.log(table());
if (options.write) writeSection(INTRODUCTION, table());
const late = results.filter(isLate);
for (const { directors } of late) {
  console.error(`Later than promised with ${directors} directors, or never.`);
}
process.exit(late.length === 0 ? 0 : 1);

async function measure(directors: number, modules: Module[]): Promise<Delays> {
  const community = await openCommunityOfLeavers(directors, modules, scratch);
  const clock = startCrons(community.fireCron);
  try {
    await until(() => community.isSettled(), SETTLE_MS);
    console.log(`${directors} directors: members begin to leave, load ${loadavg()[0]?.toFixed(1)}`);
    return await watchLeavers(directors, community);
  } finally {
    await clock.stop();
    await community.stop();
  }
}

async function watchLeavers(
  directors: number,
  community: Awaited<ReturnType<typeof openCommunityOfLeavers>>,
): Promise<Delays> {
  const { leavers } = community;
  const began = Date.now();
  const seconds = { group: new Map<string, number>(), discord: new Map<string, number>() };
  const leftAt = new Map<string, number>();
  let forgotten = 0;
  let fetchedMs = 0;
  let watchedAt = began;
  const isOver = async () => {
    if (Date.now() - began >= forgotten * FORGET_MS) {
      forgotten += 1;
      await community.forgetData();
      await community.fireCron(FETCHES);
    }
    if ((await community.openFetches()) > 0) fetchedMs += Date.now() - watchedAt;
    watchedAt = Date.now();
    const due = leavers.filter((_, nth) => Date.now() - began >= nth * STEP_MS);
    for (const one of due) {
      if (leftAt.has(one.userId)) continue;
      leftAt.set(one.userId, Date.now());
      await community.leave(one);
    }
    const [members, holders] = await Promise.all([community.inGroup(), community.onDiscord()]);
    for (const { userId, discordId } of due) {
      const delay = (Date.now() - (leftAt.get(userId) ?? 0)) / 1000;
      if (!members.has(userId) && !seconds.group.has(userId)) seconds.group.set(userId, delay);
      if (!holders.has(discordId) && !seconds.discord.has(userId))
        seconds.discord.set(userId, delay);
    }
    return seconds.discord.size === leavers.length;
  };
  await until(isOver, leavers.length * STEP_MS + WAIT_MS).catch(() => undefined);
  const group = [...seconds.group.values()];
  const discord = [...seconds.discord.values()];
  console.log(
    `${directors} directors: ${group.length} and ${discord.length} are out; fetches ran for ${(fetchedMs / 1000).toFixed(0)} s.`,
  );
  return { directors, left: leftAt.size, group, discord };
}

/** Fires the cron each minute, as Cloudflare does: whether the last one has ended or not. All jobs run while members leave. */
function startCrons(fireCron: (cron: string) => Promise<void>) {
  const running: Promise<unknown>[] = [];
  const fire = () => {
    running.push(
      fireCron(EVERY_MINUTE).catch((error: unknown) => {
        console.error(error);
      }),
    );
  };
  fire();
  const timer = setInterval(fire, MINUTE_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

async function until(isDone: () => Promise<boolean>, ms: number) {
  const deadline = Date.now() + ms;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error("It takes too long.");
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}

function isLate({ directors, left, group, discord }: Delays): boolean {
  const promised = PROMISED_SECONDS[directors] ?? Infinity;
  return group.length < left || discord.length < left || Math.max(...discord) > promised;
}

function table(): string {
  const of = (delays: number[]) => {
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]?.toFixed(0) ?? "–";
    return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
  };
  return [
    `| directors | left | out of the group after s (median / p95 / most) | out of Discord | promised |`,
    `| --: | --: | --: | --: | --: |`,
    ...results.map(
      ({ directors, left, group, discord }) =>
        `| ${directors} | ${left} | ${of(group)} | ${of(discord)} | ${PROMISED_SECONDS[directors] ?? ""} |`,
    ),
    "",
  ].join("\n");
}
