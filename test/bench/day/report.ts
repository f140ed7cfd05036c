import {
  CHARACTERS_EACH,
  DIRECTORS_EACH,
  HOLDINGS,
  SHARE_THAT_COMES,
  TRADED_TYPES,
  VISITS_EACH,
} from "./habits.ts";
import type { Habits } from "./habits.ts";
import type { Kind, Totals } from "./meter.ts";

export type Day = {
  size: number;
  habits: Habits;
  totals: Record<Kind, Totals>;
  most: { subrequests: number; in: string };
  /** Of the costliest kind of invocation at p95, as `npm run bench:cpu` has measured it. */
  cpuMs: number;
};

type Line = {
  what: string;
  of: (day: Day) => number;
  /** The daily limits of the free and the paid plan (a month is thirty days). Undefined: no limit. */
  free?: number;
  paid?: number;
  /** A limit for each invocation, which may be used completely. */
  isPerInvocation?: boolean;
  /** Printed, but not written into docs/performance.md. */
  isDetail?: boolean;
};

const MONTH_DAYS = 30;
const MILLION = 1_000_000;
/** A message is written, read and deleted. */
const OPERATIONS_PER_MESSAGE = 3;

const sum =
  (...keys: (keyof Totals)[]) =>
  ({ totals }: Day) =>
    Object.values(totals).reduce(
      (total, part) => total + keys.reduce((kept, key) => kept + part[key], 0),
      0,
    );

const LINES: Line[] = [
  {
    what: "requests to the Worker",
    of: ({ totals }) => totals.requests.invocations,
    free: 100_000,
    paid: (10 * MILLION) / MONTH_DAYS,
  },
  {
    what: "invocations by crons and queue",
    of: ({ totals }) => totals.crons.invocations + totals.queue.invocations,
    isDetail: true,
  },
  {
    what: "subrequests in one invocation, at most",
    of: ({ most }) => most.subrequests,
    free: 50,
    paid: 10_000,
    isPerInvocation: true,
  },
  {
    what: "CPU of one invocation, in ms (p95 of the costliest kind)",
    of: ({ cpuMs }) => cpuMs,
    free: 10,
    paid: 30_000,
    isPerInvocation: true,
  },
  { what: "D1 queries", of: sum("queries"), isDetail: true },
  {
    what: "D1 rows read",
    of: sum("rowsRead"),
    free: 5 * MILLION,
    paid: (25_000 * MILLION) / MONTH_DAYS,
  },
  {
    what: "D1 rows written, indexes included",
    of: sum("rowsWritten"),
    free: 100_000,
    paid: (50 * MILLION) / MONTH_DAYS,
  },
  { what: "ESI calls answered with data", of: sum("esiFresh") },
  { what: "ESI calls answered 304", of: sum("esiUnchanged") },
  { what: "ESI calls that failed", of: sum("esiErrors"), isDetail: true },
  {
    what: "queue operations",
    of: ({ totals }) => totals.queue.invocations * OPERATIONS_PER_MESSAGE,
    free: 10_000,
    paid: MILLION / MONTH_DAYS,
  },
];

const number = (value: number) => Math.round(value).toLocaleString("en-US");

/** The limit of a plan, and the share that a day uses. */
function share(value: number, limit: number | undefined): string {
  return limit === undefined ? "" : `${number(limit)} (${Math.round((100 * value) / limit)} %)`;
}

export function markdown(
  small: Day,
  large: Day,
  { withDetails }: { withDetails: boolean },
): string {
  const lines = LINES.filter(({ isDetail }) => withDetails || !isDetail);
  const rows = lines.map((line) =>
    [
      line.what,
      number(line.of(small)),
      share(line.of(small), line.free),
      number(line.of(large)),
      share(line.of(large), line.paid),
    ].join(" | "),
  );
  const heads = [
    "a day",
    `${number(small.size)} users`,
    "free plan",
    `${number(large.size)} users`,
    "paid plan",
  ];
  return [`| ${heads.join(" | ")} |`, "|---|--:|--:|--:|--:|", ...rows.map((row) => `| ${row} |`)]
    .join("\n")
    .concat(`\n\n${assumptions(small, large)}`);
}

function assumptions({ habits: small }: Day, { habits: large }: Day): string {
  return [
    `Assumed: ${CHARACTERS_EACH} characters each; ${SHARE_THAT_COMES * 100} % of the users come on a day, ${VISITS_EACH} times, refresh`,
    "all their characters, read one sheet of their own and one of another, and every second time the groups; some sign in",
    "anew, join, leave, ask and are approved; 30 groups have requirements;",
    `${small.corporations} corporations (${large.corporations}) with ${DIRECTORS_EACH} directors, ${HOLDINGS.strangers} members and`,
    `${number(HOLDINGS.assets)} assets each, in which something is new every hour; all ${number(TRADED_TYPES)} market prices change.`,
  ].join(" ");
}

/** The lines that use more than half of the free plan, or more than an invocation may. */
export function overspent(day: Day): string[] {
  return LINES.flatMap(({ what, of, free, isPerInvocation }) => {
    if (free === undefined) return [];
    const allowed = isPerInvocation ? free : free / 2;
    return of(day) <= allowed ? [] : [`${what}: ${number(of(day))}, ${number(allowed)} allowed`];
  });
}
