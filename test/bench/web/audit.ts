import lighthouse from "lighthouse";
import type { Result } from "lighthouse";

/** The budgets of every screen, on a phone with a slow connection. */
const SCORES = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
export const MOST_SHIFT = 0.02;
const TIMES = {
  "largest-contentful-paint": 2000,
  "cumulative-layout-shift": MOST_SHIFT,
  "total-blocking-time": 150,
};

export type Audit = {
  route: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  bytes: number;
  /** The missed budgets, with Lighthouse's reasons. */
  problems: string[];
};

/** One Lighthouse run of one address, in the browser that listens on `port`. */
export async function audit(port: number, origin: string, route: string): Promise<Audit> {
  const ran = await lighthouse(`${origin}${route}`, {
    port,
    logLevel: "silent",
    output: "json",
    // The page that is not found answers 404.
    ignoreStatusCode: true,
  });
  if (!ran) throw new Error(`Lighthouse said nothing about ${route}.`);
  const { lhr } = ran;
  if (lhr.runtimeError) throw new Error(`${route}: ${lhr.runtimeError.message}`);
  const score = (id: keyof typeof SCORES) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    route,
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: Math.round(value("largest-contentful-paint")),
    cls: Number(value("cumulative-layout-shift").toFixed(3)),
    tbtMs: Math.round(value("total-blocking-time")),
    bytes: value("total-byte-weight"),
    problems: [...missedScores(lhr), ...missedTimes(lhr)],
  };
}

function missedScores(lhr: Result): string[] {
  // A browser logs an answer of 404, and no search engine shall list it.
  const isFound = lhr.audits["http-status-code"]?.score !== 0;
  return Object.entries(SCORES).flatMap(([id, least]) => {
    if (!isFound && ["best-practices", "seo"].includes(id)) return [];
    const category = lhr.categories[id];
    const score = Math.round((category?.score ?? 0) * 100);
    if (score >= least) return [];
    const reasons = (category?.auditRefs ?? [])
      .filter((ref) => ref.weight > 0 && (lhr.audits[ref.id]?.score ?? 1) < 0.9)
      .map((ref) => lhr.audits[ref.id]?.title);
    return [`${id} ${score}, ${least} asked: ${reasons.join("; ")}`];
  });
}

function missedTimes(lhr: Result): string[] {
  return Object.entries(TIMES).flatMap(([id, limit]) => {
    const found = lhr.audits[id];
    const value = found?.numericValue ?? Number.POSITIVE_INFINITY;
    return value < limit ? [] : [`${id} ${value.toFixed(3)}, below ${limit} asked`];
  });
}
