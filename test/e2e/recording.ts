import { readFileSync, writeFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";

/**
 * The product's answers on one day, so that a picture of a screen shows the same tomorrow. They are for pictures
 * alone: whatever a test says about behaviour, it says about the product itself.
 */
type Recording = {
  /** When it was recorded; the screens believe that it is still then. */
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

/** Answers from the recording. What was not recorded stands in the list that is returned. */
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

/** Keeps every answer that the page gets from here on. */
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
