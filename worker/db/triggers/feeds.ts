import { corporationEvents } from "#shared/events/corporation-events.ts";
import { kindList, kindsWith } from "#shared/events/kinds.ts";
import { auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { discordDirectMessages, discordFeeds } from "#worker/db/schema/discord/posts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { groupVetting } from "#worker/db/schema/groups/forms.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

const isOfCorporation = (kind: string) => kind in corporationEvents;

// The log does not say who is on the watchlist, so the keepers' channel counts what it is told in its own `dueSeq`.
const hasWatchFeed = text`EXISTS (SELECT 1 FROM ${discordFeeds} WHERE ${discordFeeds.id} = 'watchlist')`;
const COUNTED = text`UPDATE ${discordFeeds} SET ${discordFeeds.dueSeq} = ${discordFeeds.dueSeq} + 1 WHERE ${discordFeeds.id} = 'watchlist'`;
const PLACE = text`(SELECT ${discordFeeds.dueSeq} FROM ${discordFeeds} WHERE ${discordFeeds.id} = 'watchlist')`;
const hitFollows = [
  COUNTED,
  text`UPDATE ${watchHits} SET ${watchHits.seq} = ${PLACE} WHERE ${watchHits.entryId} = new.${watchHits.entryId}
		AND ${watchHits.characterId} = new.${watchHits.characterId} AND ${watchHits.fact} = new.${watchHits.fact}`,
];

/** A recorded event makes the posts and direct messages at Discord due that tell of it. */
export const feedReactions: Reactions = {
  discord_corporation_feed_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.kind} IN ${kindList(kindsWith("post").filter(isOfCorporation))}
	AND EXISTS (SELECT 1 FROM ${discordFeeds} WHERE ${discordFeeds.corporationId} = new.${auditEvents.corporationId})`,
    follows: [
      text`UPDATE ${discordFeeds} SET ${discordFeeds.dueSeq} = new.${auditEvents.seq} WHERE ${discordFeeds.corporationId} = new.${auditEvents.corporationId}`,
    ],
  }),

  discord_direct_message_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.subjectId} IS NOT NULL
	AND new.${auditEvents.kind} IN ${kindList(kindsWith("hasDirectMessage"))}
	AND EXISTS (SELECT 1 FROM ${discordDirectMessages} WHERE ${discordDirectMessages.userId} = new.${auditEvents.subjectId})`,
    follows: [
      text`UPDATE ${discordDirectMessages} SET ${discordDirectMessages.dueSeq} = new.${auditEvents.seq} WHERE ${discordDirectMessages.userId} = new.${auditEvents.subjectId}`,
    ],
  }),

  discord_reviewers_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.kind} = 'request_waiting'`,
    follows: [
      text`UPDATE ${discordDirectMessages} SET ${discordDirectMessages.dueSeq} = new.${auditEvents.seq} WHERE ${discordDirectMessages.userId} IN (
		SELECT ${groupMembers.userId} FROM ${groupMembers} WHERE ${groupMembers.groupId} = new.${auditEvents.groupId} AND ${groupMembers.rank} < 2
		UNION SELECT m.${groupMembers.userId} FROM ${groupVetting} v CROSS JOIN ${groupMembers} m ON m.${groupMembers.groupId} = v.${groupVetting.reviewerGroupId}
		WHERE v.${groupVetting.groupId} = new.${auditEvents.groupId})`,
    ],
  }),

  discord_feed_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.groupId} IS NOT NULL
	AND new.${auditEvents.kind} IN ${kindList(kindsWith("post").filter((kind) => !isOfCorporation(kind)))}
	AND EXISTS (SELECT 1 FROM ${discordFeeds} WHERE ${discordFeeds.groupId} = new.${auditEvents.groupId})`,
    follows: [
      text`UPDATE ${discordFeeds} SET ${discordFeeds.dueSeq} = new.${auditEvents.seq} WHERE ${discordFeeds.groupId} = new.${auditEvents.groupId}`,
    ],
  }),

  discord_log_feed_due: onInsert(auditSeals, {
    follows: [
      text`UPDATE ${discordFeeds} SET ${discordFeeds.dueSeq} = new.${auditSeals.lastSeq} WHERE ${discordFeeds.id} = 'log'`,
    ],
  }),

  discord_watch_hit_found: onInsert(watchHits, { when: hasWatchFeed, follows: hitFollows }),

  discord_watch_hit_found_again: onUpdate(watchHits, ["foundAt"], {
    when: hasWatchFeed,
    follows: hitFollows,
  }),

  discord_watch_entry_ended: onUpdate(watchEntries, ["endedAt"], {
    when: text`new.${watchEntries.endedAt} IS NOT NULL AND ${hasWatchFeed}`,
    follows: [
      COUNTED,
      text`UPDATE ${watchEntries} SET ${watchEntries.endedSeq} = ${PLACE} WHERE ${watchEntries.id} = new.${watchEntries.id}`,
    ],
  }),
};
