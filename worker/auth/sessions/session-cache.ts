import { sha256 } from "#worker/crypto.ts";
import { checkedBinding } from "#worker/db/checked-binding.ts";
import type { Context } from "#worker/env.ts";
import { prepareSessionCheck } from "./session-store.ts";
import type { UserActor } from "./actor.ts";

/** Of an isolate. Whoever is forgotten takes one round trip more. */
const MAX_REMEMBERED = 5000;

type Remembered = { actor: UserActor; until: number };

const remembered = new Map<string, Remembered>();

/** What an isolate remembered of an actor is no longer so: the request has to be taken from its start. */
export class ActorChanged extends Error {}

export function rememberActor(tokenHash: string, actor: UserActor, until: number) {
  remembered.delete(tokenHash);
  remembered.set(tokenHash, { actor, until });
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

/**
 * Who the bearer of this token was when this isolate last asked, and a database whose first batch makes sure that
 * it is still so: who reads need not wait for two round trips. Nothing may be answered before `settle`.
 */
export async function recallActor({ db, config }: Context, token: string) {
  const tokenHash = await sha256(token);
  const found = remembered.get(tokenHash);
  if (found === undefined || found.until <= Date.now()) return undefined;
  const { isAdmin } = found.actor;
  const binding = db.$client;
  const check = prepareSessionCheck(binding, tokenHash, config.ADMIN_CHARACTER_IDS, isAdmin);
  const checked = checkedBinding(binding, check, () => {
    remembered.delete(tokenHash);
    return new ActorChanged();
  });
  return {
    actor: found.actor,
    binding: checked.binding,
    settle: checked.settle,
  };
}
