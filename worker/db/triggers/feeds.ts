import { corporationEvents } from "#shared/events/corporation-events.ts";
import { kindList, kindsWith } from "#shared/events/kinds.ts";
import { auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

const isOfCorporation = (kind: string) => kind in corporationEvents;

// The log does not say who is on the watchlist, so the keepers' channel counts what it is told in its own `dueSeq`.
const hasWatchFeed = "EXISTS (SELECT 1 FROM discord_feeds WHERE id = 'watchlist')";
const COUNTED = "UPDATE discord_feeds SET due_seq = due_seq + 1 WHERE id = 'watchlist'";
const PLACE = "(SELECT due_seq FROM discord_feeds WHERE id = 'watchlist')";
const hitFollows = [
  COUNTED,
  `UPDATE watch_hits SET seq = ${PLACE} WHERE entry_id = new.entry_id
		AND character_id = new.character_id AND fact = new.fact`,
];

/** A recorded event makes the posts and direct messages at Discord due that tell of it. */
export const feedReactions: Reactions = {
  discord_corporation_feed_due: {
    on: afterInsert(auditEvents),
    when: `new.kind IN ${kindList(kindsWith("post").filter(isOfCorporation))}
	AND EXISTS (SELECT 1 FROM discord_feeds WHERE corporation_id = new.corporation_id)`,
    follows: [
      "UPDATE discord_feeds SET due_seq = new.seq WHERE corporation_id = new.corporation_id",
    ],
  },

  discord_direct_message_due: {
    on: afterInsert(auditEvents),
    when: `new.subject_id IS NOT NULL
	AND new.kind IN ${kindList(kindsWith("hasDirectMessage"))}
	AND EXISTS (SELECT 1 FROM discord_direct_messages WHERE user_id = new.subject_id)`,
    follows: [
      "UPDATE discord_direct_messages SET due_seq = new.seq WHERE user_id = new.subject_id",
    ],
  },

  discord_reviewers_due: {
    on: afterInsert(auditEvents),
    when: "new.kind = 'request_waiting'",
    follows: [
      `UPDATE discord_direct_messages SET due_seq = new.seq WHERE user_id IN (
		SELECT user_id FROM group_members WHERE group_id = new.group_id AND rank < 2
		UNION SELECT m.user_id FROM group_vetting v CROSS JOIN group_members m ON m.group_id = v.reviewer_group_id
		WHERE v.group_id = new.group_id)`,
    ],
  },

  discord_feed_due: {
    on: afterInsert(auditEvents),
    when: `new.group_id IS NOT NULL
	AND new.kind IN ${kindList(kindsWith("post").filter((kind) => !isOfCorporation(kind)))}
	AND EXISTS (SELECT 1 FROM discord_feeds WHERE group_id = new.group_id)`,
    follows: ["UPDATE discord_feeds SET due_seq = new.seq WHERE group_id = new.group_id"],
  },

  discord_log_feed_due: {
    on: afterInsert(auditSeals),
    follows: ["UPDATE discord_feeds SET due_seq = new.last_seq WHERE id = 'log'"],
  },

  discord_watch_hit_found: {
    on: afterInsert(watchHits),
    when: hasWatchFeed,
    follows: hitFollows,
  },

  discord_watch_hit_found_again: {
    on: afterUpdate(watchHits, "foundAt"),
    when: hasWatchFeed,
    follows: hitFollows,
  },

  discord_watch_entry_ended: {
    on: afterUpdate(watchEntries, "endedAt"),
    when: `new.ended_at IS NOT NULL AND ${hasWatchFeed}`,
    follows: [COUNTED, `UPDATE watch_entries SET ended_seq = ${PLACE} WHERE id = new.id`],
  },
};
