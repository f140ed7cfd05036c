import {
  CHARACTERS_EACH,
  DIRECTORS_EACH,
  FACTS_AN_HOUR,
  GRANTED_GROUPS,
  LOOKED_UP,
  HOLDINGS,
  MAPPED_ROLES,
  POSTING_GROUPS,
  SCRIPT_EVERY_MINUTES,
  SHARE_OF_CHANGED_FACTS,
  SHARE_THAT_COMES,
  TRADED_TYPES,
  VISITS_EACH,
} from "./habits.ts";
import type { Cpu } from "./cpu.ts";
import type { Habits } from "./habits.ts";
import type { Kind, Totals } from "./meter.ts";

export type Day = {
  size: number;
  habits: Habits;
  totals: Record<Kind, Totals>;
  most: { subrequests: number; in: string };
  cpu: Cpu;
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

const sum =
  (key: keyof Totals) =>
  ({ totals }: Day) =>
    Object.values(totals).reduce((total, part) => total + part[key], 0);

const ofRequests = ({ totals }: Day) => totals.requests.invocations;
const ofOthers = ({ totals: { crons, queue } }: Day) => crons.invocations + queue.invocations;
const monthly = (millions: number) => (millions * MILLION) / MONTH_DAYS;
const ofInvocation = (free: number, paid: number) => ({ free, paid, isPerInvocation: true });
const CPU_MS = ofInvocation(10, 30_000);
const COSTLIEST = "CPU of one invocation, in ms (median of the costliest kind)";
const WRITTEN = "D1 rows written, indexes included";
const MOST_CALLS = "subrequests in one invocation, at most";

const LINES: Line[] = [
  { what: "requests to the Worker", of: ofRequests, free: 100_000, paid: monthly(10) },
  { what: "invocations by crons and queue", of: ofOthers, isDetail: true },
  { what: MOST_CALLS, of: ({ most }) => most.subrequests, ...ofInvocation(50, 10_000) },
  { what: COSTLIEST, of: ({ cpu }) => cpu.median, ...CPU_MS },
  { what: "the same at p95", of: ({ cpu }) => cpu.p95, ...CPU_MS },
  { what: "D1 queries", of: sum("queries"), isDetail: true },
  { what: "D1 rows read", of: sum("rowsRead"), free: 5 * MILLION, paid: monthly(25_000) },
  { what: WRITTEN, of: sum("rowsWritten"), free: 100_000, paid: monthly(50) },
  { what: "ESI calls answered with data", of: sum("esiFresh") },
  { what: "ESI calls answered 304", of: sum("esiUnchanged") },
  { what: "ESI calls that failed", of: sum("esiErrors"), isDetail: true },
  { what: "Discord calls", of: sum("discord") },
  { what: "Discord calls that failed", of: sum("discordErrors"), isDetail: true },
  { what: "queue operations", of: sum("operations"), free: 10_000, paid: monthly(1) },
];

const number = (value: number) => Math.round(value).toLocaleString("en-US");

/** More than half of a plan, or more than an invocation may. */
function isOver(value: number, limit: number, { isPerInvocation }: Line): boolean {
  return value > (isPerInvocation ? limit : limit / 2);
}

/** The limit of a plan, and the share that a day uses. */
function share(value: number, limit: number | undefined, line: Line): string {
  if (limit === undefined) return "";
  const text = `${number(limit)} (${Math.round((100 * value) / limit)} %)`;
  return isOver(value, limit, line) ? `**${text}**` : text;
}

export function markdown(days: Day[], { withDetails }: { withDetails: boolean }): string {
  const lines = LINES.filter(({ isDetail }) => withDetails || !isDetail);
  const heads = days.flatMap(({ size, habits: { plan } }) => [
    `${number(size)} users`,
    `${plan} plan`,
  ]);
  const rows = lines.map((line) => {
    const found = days.flatMap((day) => {
      const value = line.of(day);
      return [number(value), share(value, line[day.habits.plan], line)];
    });
    return `| ${[line.what, ...found].join(" | ")} |`;
  });
  return [`| ${["a day", ...heads].join(" | ")} |`, `|---|${"--:|".repeat(heads.length)}`, ...rows]
    .join("\n")
    .concat("\n\n", assumptions(days));
}

function assumptions(days: Day[]): string {
  const corporations = days.map(({ habits }) => habits.corporations).join(" or ");
  return [
    "A bold share is over half of the plan, or over what an invocation may use.",
    `Assumed: ${CHARACTERS_EACH} characters each, all authorized; ${SHARE_THAT_COMES * 100} % of the users come on a day, ${VISITS_EACH} times, refresh`,
    "all their characters, read one sheet of their own and one of another, and every second time the groups; some sign in",
    "anew, join, leave, ask and are approved; 30 groups have requirements;",
    `all have linked Discord and are on one server with ${MAPPED_ROLES} mapped roles, half of them of the group of all, half of a group each,`,
    `which was set up the day before; ${POSTING_GROUPS} groups and all corporations post in a channel, and those who come have direct`,
    `messages on; ${corporations} corporations with ${DIRECTORS_EACH} directors, ${HOLDINGS.strangers} members and`,
    `${number(HOLDINGS.assets)} assets each, in which something is new every hour, a tenth of whose members is online in an hour,`,
    "whose members' roles and directors' notices are read, with 60 alarms a day each; an application that those who come have signed in to, with a webhook for",
    `${GRANTED_GROUPS} groups and a script that reads one of them and looks up ${LOOKED_UP} characters every ${SCRIPT_EVERY_MINUTES} minutes; one that tells a fact about`,
    `${FACTS_AN_HOUR} pilots each hour, of which ${SHARE_OF_CHANGED_FACTS * 100} % have changed and a group asks for; all`,
    `${number(TRADED_TYPES)} market prices change.`,
  ].join(" ");
}

/** The lines over half of the free plan, or over what an invocation may use. */
export function overspent(day: Day): string[] {
  return LINES.flatMap((line) => {
    const { what, of, free, isPerInvocation } = line;
    if (free === undefined || !isOver(of(day), free, line)) return [];
    return [`${what}: ${number(of(day))}, ${number(isPerInvocation ? free : free / 2)} allowed`];
  });
}
