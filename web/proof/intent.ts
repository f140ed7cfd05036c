import { acts } from "./acts.ts";
import type { ActName, InputOf } from "./acts.ts";
import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { QueryClient } from "@tanstack/react-query";
import { messageOf } from "#web/lib/api/api-error.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

const KEY = "muster.intent";
const INTENT_TTL_MS = 10 * 60 * 1000;

/** An act that waits for its user to come back from EVE. */
export type Intent<Name extends ActName> = { act: Name; input: InputOf<Name> };

type Kept = { userId: string; expiresAt: number };

/** Keeps what this tab's user is about to do; there is one such act at a time. */
export function keepIntent<Name extends ActName>(userId: string, intent: Intent<Name>): void {
  // Where the storage is blocked, the user repeats the act.
  const kept: Intent<Name> & Kept = { ...intent, userId, expiresAt: Date.now() + INTENT_TTL_MS };
  writeStored("session", KEY, JSON.stringify(kept));
}

/** The act that this user was about to do. Reading the act forgets it: an act goes on once. */
export function takeIntent(userId: string | undefined): Intent<ActName> | undefined {
  const intent = readStoredJson<(Intent<ActName> & Kept) | null>("session", KEY, null);
  writeStored("session", KEY, null);
  if (intent === null || intent.userId !== userId || intent.expiresAt < Date.now()) {
    return undefined;
  }
  return Object.hasOwn(acts, intent.act) ? intent : undefined;
}

/** EVE has confirmed the main: does what had to wait for it. Returns the page where that began. */
export async function resumeIntent(client: QueryClient): Promise<string> {
  const { user } = await client.fetchQuery(sessionQuery);
  const intent = takeIntent(user?.id);
  if (intent !== undefined) return resume(client, intent);
  toast.success(t`EVE has confirmed your identity. Repeat your last action.`);
  return paths.dashboard;
}

async function resume<Name extends ActName>(
  client: QueryClient,
  { act: name, input }: Intent<Name>,
): Promise<string> {
  const act = acts[name];
  try {
    const answer = await act.run(input);
    await act.settle(client, answer);
    toast.success(act.done(input));
  } catch (error) {
    toast.error(messageOf(error, say(act.failed)));
  }
  return act.page(input);
}
