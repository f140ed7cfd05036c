import type { CommunitySettings, UpdateCommunity } from "#shared/community.ts";
import { changesBetween } from "#worker/audit/changes.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as store from "./store.ts";

export async function getSettings({ db }: Context): Promise<CommunitySettings> {
  const [row] = await run(db, store.selectSettings());
  if (row === undefined) throw new Error("The row of the community is missing.");
  return row;
}

export async function updateSettings(
  context: Context,
  actor: UserActor,
  input: UpdateCommunity,
): Promise<CommunitySettings> {
  const { logo } = input;
  const read = async () => {
    const [[before], named] = await runBatch(context.db, [
      store.selectSettings(),
      store.selectNameOf(logo?.id ?? 0),
    ]);
    if (before === undefined) throw new Error("The row of the community is missing.");
    if (before.version !== input.version) {
      throw new ApiError(
        "conflict",
        "The community was changed in the meantime. Load the page and apply your changes again.",
      );
    }
    const after = { ...input, logoName: logo && (named[0]?.name ?? String(logo.id)) };
    return { before, changes: changesBetween(before, after, ["name", "welcome", "logoName"]) };
  };
  return withOptimisticLock(read, async ({ before, changes }) =>
    changes === undefined ? before : store.updateSettings(context, actor, input, changes),
  );
}
