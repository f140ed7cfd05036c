import { auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { discordDirectMessages, discordFeeds } from "#worker/db/schema/discord/posts.ts";
import { onInsert, type Reactions, text } from "./reaction.ts";

/** A recorded event makes the posts and direct messages at Discord due that tell of it. */
export const feedReactions: Reactions = {
  discord_corporation_feed_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.kind} = 'director_unhealthy'
	AND EXISTS (SELECT 1 FROM ${discordFeeds} WHERE ${discordFeeds.corporationId} = new.${auditEvents.corporationId})`,
    follows: [
      text`UPDATE ${discordFeeds} SET ${discordFeeds.dueSeq} = new.${auditEvents.seq} WHERE ${discordFeeds.corporationId} = new.${auditEvents.corporationId}`,
    ],
  }),

  discord_direct_message_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.subjectId} IS NOT NULL
	AND new.${auditEvents.kind} IN ('request_approved', 'request_rejected', 'invitation_sent', 'member_removed', 'membership_end_set', 'membership_ending', 'admin_appointed', 'admin_dismissed', 'ownership_transferred', 'grace_started')
	AND EXISTS (SELECT 1 FROM ${discordDirectMessages} WHERE ${discordDirectMessages.userId} = new.${auditEvents.subjectId})`,
    follows: [
      text`UPDATE ${discordDirectMessages} SET ${discordDirectMessages.dueSeq} = new.${auditEvents.seq} WHERE ${discordDirectMessages.userId} = new.${auditEvents.subjectId}`,
    ],
  }),

  discord_feed_due: onInsert(auditEvents, {
    when: text`new.${auditEvents.groupId} IS NOT NULL
	AND new.${auditEvents.kind} IN ('request_made', 'request_withdrawn', 'request_approved', 'request_rejected', 'approval_undone', 'rejection_undone', 'member_joined', 'invitation_accepted', 'code_redeemed', 'member_left', 'member_removed', 'membership_end_set', 'emergency_access_taken', 'grace_started', 'removals_held', 'removals_released', 'removals_discarded')
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
};
