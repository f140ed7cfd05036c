import { counterReactions } from "./counters.ts";
import { discordMarkReactions } from "./discord-marks.ts";
import { erasureReactions } from "./erasure.ts";
import { evaluationMarkReactions } from "./evaluation-marks.ts";
import { factReactions } from "./facts.ts";
import { feedReactions } from "./feeds.ts";
import { grantReactions } from "./grants.ts";
import { lastSeenReactions } from "./last-seen.ts";
import { listingReactions } from "./listings.ts";
import { nameReactions } from "./names.ts";
import { ownerReactions } from "./owners.ts";
import { rosterReactions } from "./rosters.ts";
import { ruleReactions } from "./rules.ts";
import { vettingReactions } from "./vetting.ts";
import { watchlistReactions } from "./watchlist.ts";
import type { Reactions } from "./reaction.ts";

/** Every trigger of the database by its name. `npm run db:generate` brings the migrations to what is declared here. */
export const reactions: Reactions = {
  ...counterReactions,
  ...discordMarkReactions,
  ...erasureReactions,
  ...evaluationMarkReactions,
  ...factReactions,
  ...feedReactions,
  ...grantReactions,
  ...lastSeenReactions,
  ...listingReactions,
  ...nameReactions,
  ...ownerReactions,
  ...rosterReactions,
  ...ruleReactions,
  ...watchlistReactions,
  ...vettingReactions,
};
