import { readFileSync, writeFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";

/**
 * Recorded API responses, so that screenshots stay the same from day to day. Only screenshots use them; tests of
 * behaviour use the real product.
 */
type Recording = {
  /** The time of the recording, to which the clock of the page is set. */
  at: string;
  groupId: string;
  corporationId: number;
  answers: Record<string, { status: number; body: unknown }>;
};

const file = new URL("shots/answers.json", import.meta.url);
const SIGNED_OUT = { status: 200, body: { authenticated: false, user: null } };

export function readRecording(): Recording {
  return JSON.parse(readFileSync(file, "utf8"));
}

function keyOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

/** Answers requests from the recording. The returned list collects requests that were not recorded. */
export async function replay(page: Page, recording: Recording, isSignedIn: boolean) {
  const missing: string[] = [];
  const date = new Date(recording.at).toUTCString();
  await page.clock.setFixedTime(date);
  if (isSignedIn) {
    await page.addInitScript(() => localStorage.setItem("muster.sessionToken", "recorded"));
  }
  await page.route("**/api/**", async (route) => {
    const key = keyOf(route.request());
    const answer = isSignedIn ? recording.answers[key] : SIGNED_OUT;
    if (!answer) missing.push(key);
    await route.fulfill({
      status: answer?.status ?? 500,
      headers: { date },
      json: answer?.body ?? null,
    });
  });
  return missing;
}

/** Records every API response from now on. */
export async function record(page: Page) {
  const answers: Recording["answers"] = {};
  await page.route("**/api/**", async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json().catch(() => null);
    answers[keyOf(route.request())] = { status: answer.status(), body };
    await route.fulfill({ response: answer });
  });
  return {
    answers,
    save: (rest: Omit<Recording, "answers">) =>
      writeFileSync(file, `${JSON.stringify({ ...rest, answers }, undefined, 1)}\n`),
  };
}
