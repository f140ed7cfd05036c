import { corporationEvents } from "#shared/events/corporation-events.ts";
import { kindList, kindsWith } from "#shared/events/kinds.ts";
import { auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { discordDirectMessages, discordFeeds } from "#worker/db/schema/discord/posts.ts";
import { onInsert, type Reactions, text } from "./reaction.ts";

const isOfCorporation = (kind: string) => kind in corporationEvents;

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
};
