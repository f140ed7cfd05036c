import { CINDER_AND_SALT_ID } from "#test/new-eden/ids.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Keeper } from "#worker/watchlist/policy.ts";
import { addEntry } from "#worker/watchlist/service.ts";
import { PROVEN_SESSION } from "./proven-session.ts";

/** A corporation that pilots of the community were in, as their histories say. */
export async function seedWatchlist(context: TestContext, userId: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an administrator keeps the list
  const actor = {
    kind: "user",
    userId,
    ...PROVEN_SESSION,
    isAdmin: true,
    isGuest: false,
  } as UserActor as Keeper;
  await addEntry(context, actor, {
    subject: "corporation",
    eveId: CINDER_AND_SALT_ID,
    name: "Cinder & Salt",
    level: "watch",
    reason: "Many short stays before ships went missing.",
    link: null,
    months: null,
    days: 180,
  });
}
