import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { stateDirectory } from "#test/new-eden/local-state.ts";
import { openLocalBindings } from "#test/tools/local/local-bindings.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";

/** A community with long lists: a group of a thousand, hundreds of groups, a log of many pages. */
const NOTHING = { users: 0, groups: 0, pending: 0 };
const SIZE = { users: 1000, groups: 300, pending: 300 };

const { env, dispose } = await openLocalBindings("wrangler.jsonc", stateDirectory());
try {
  const owner = await env.DB.prepare("select user_id from characters where id = ?")
    .bind(AURELIA_VOSS_ID)
    .first<{ user_id: string }>();
  if (!owner) throw new Error("The seed has no administrator.");
  await fillCommunity(env.DB, owner.user_id, NOTHING, SIZE);
} finally {
  await dispose();
}
