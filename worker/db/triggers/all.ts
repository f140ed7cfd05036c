import { counterReactions, lastSeenReactions } from "./counters.ts";
import { discordMarkReactions } from "./discord-marks.ts";
import { erasureReactions, vettingReactions } from "./erasure.ts";
import { evaluationMarkReactions } from "./evaluation-marks.ts";
import { feedReactions } from "./feeds.ts";
import { grantReactions } from "./grants.ts";
import { listingReactions, ownerReactions } from "./listings.ts";
import { nameReactions } from "./names.ts";
import { operationReactions } from "./operations.ts";
import type { Reactions } from "./reaction.ts";
import { rosterReactions } from "./rosters.ts";
import { ruleReactions } from "./rules.ts";
import { watchlistReactions } from "./watchlist.ts";

/** All reactions by what they do. A kind of work names those that make it due (`markedBy` in the registry). */
export const REACTIONS = {
  counters: counterReactions,
  discordMarks: discordMarkReactions,
  erasure: erasureReactions,
  evaluationMarks: evaluationMarkReactions,
  feeds: feedReactions,
  grants: grantReactions,
  lastSeen: lastSeenReactions,
  listings: listingReactions,
  names: nameReactions,
  operations: operationReactions,
  owners: ownerReactions,
  rosters: rosterReactions,
  rules: ruleReactions,
  vetting: vettingReactions,
  watchlist: watchlistReactions,
} satisfies Record<string, Reactions>;

/** Every trigger of the database by its name. `npm run db:generate` brings the migrations to what is declared here. */
export const reactions: Reactions = Object.assign({}, ...Object.values(REACTIONS));
