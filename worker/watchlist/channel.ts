import type { DiscordChannels, DiscordFeed, SaveWholeFeed } from "#shared/discord/feeds.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  deleteFeed,
  listChannels,
  prepareWatchFeed,
  readFeed,
  saveFeed,
} from "#worker/discord/posts/settings/service.ts";
import type { Context } from "#worker/env.ts";
import { isKeeper, isKeeperOf, keeperValues, requireKeeper, selectIsKeeper } from "./policy.ts";
import type { Keeper } from "./policy.ts";

/** Only a keeper chooses the channel, at the moment of the write. */
const subjectFor = (actor: Keeper) => ({ isKeeper: isKeeper(actor) });
const allowed = (actor: UserActor) => ({ read: selectIsKeeper(actor), check: requireKeeper });

const selectChannel = prepareWatchFeed(isKeeperOf);

/** Where hits and ends of entries are posted. */
export function readChannel(context: Context, actor: UserActor): Promise<DiscordFeed> {
  return readFeed(context, selectChannel(keeperValues(actor)), allowed(actor));
}

/** Keepers reach no more channels through Muster than at Discord. */
export function listChoices(context: Context, actor: UserActor): Promise<DiscordChannels> {
  return listChannels(context, actor, allowed(actor));
}

export function saveChannel(
  context: Context,
  actor: Keeper,
  input: SaveWholeFeed,
  origin: string,
): Promise<DiscordFeed> {
  return saveFeed(context, actor, subjectFor(actor), { ...input, topics: [] }, origin);
}

export function removeChannel(context: Context, actor: Keeper): Promise<void> {
  return deleteFeed(context, actor, subjectFor(actor));
}
