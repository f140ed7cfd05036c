import { eq, sql } from "drizzle-orm";
import type { JoinRequestStatus } from "#shared/groups/requests.ts";
import { msg } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordFeeds, discordRequestPosts } from "#worker/db/schema/discord-posts.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { WATCH_FEED_ID } from "./feed-store.ts";
import {
  bold,
  buildMessage,
  shortened,
  eveTime,
  linkRow,
  NO_PINGS,
  plain,
  quote,
} from "./message.ts";
import type { ActionRow, Embed, DiscordMessage } from "./message.ts";

/** Discord allows five rows of buttons; the last one is the link. */
export const MOST_REQUESTS = 4;
const LABEL_LENGTH = 40;
const REASON_LENGTH = 200;

/** A request as a message shows it. */
export type ShownRequest = {
  requestId: string;
  name: string;
  reason: string | null;
  createdAt: Date;
  status: JoinRequestStatus;
  isExtension: boolean;
  decidedAt: Date | null;
  decidedBy: string | null;
};
/** Where a message is, and in which words: buttons work under messages of the bot alone. */
type Place = { title: string; url: string; hasButtons: boolean; words: Words };

/** A message of a feed: lines, and below them the requests, each with its buttons or with the decision. */
export function feedMessage(
  place: Place,
  lines: string[],
  requests: ShownRequest[],
): DiscordMessage {
  const content = [
    bold(place.title),
    ...lines.map((line) => `• ${line}`),
    ...(place.hasButtons ? [] : [`<${place.url}>`]),
  ].join("\n");
  return buildMessage(content, rowsOf(place, requests), {
    embeds: requests.map((request) => embedOf(place, request)),
  });
}

/** The edit that shows decisions: what the message says above the requests stays. */
function decisionEdit(place: Place, requests: ShownRequest[]): DiscordMessage {
  return {
    embeds: requests.map((request) => embedOf(place, request)),
    components: rowsOf(place, requests),
    ...NO_PINGS,
  };
}

function rowsOf(place: Place, requests: ShownRequest[]): ActionRow[] {
  if (!place.hasButtons) return [];
  const { say } = place.words;
  const labelsOf = ({ name }: ShownRequest): [approve: Message, reject: Message] => {
    if (requests.length === 1) return [msg`Approve`, msg`Reject`];
    const pilot = shortened(name, LABEL_LENGTH);
    return [msg`Approve ${pilot}`, msg`Reject ${pilot}`];
  };
  const open = requests.filter(({ status }) => status === "pending");
  return [
    ...open.map((request): ActionRow => {
      const { requestId } = request;
      const [approve, reject] = labelsOf(request);
      return {
        type: 1,
        components: [
          { type: 2, style: 3, label: say(approve), custom_id: `approve:${requestId}` },
          { type: 2, style: 4, label: say(reject), custom_id: `reject:${requestId}` },
        ],
      };
    }),
    linkRow(say(msg`Open in Muster`), place.url),
  ];
}

const COLORS: Record<JoinRequestStatus, number> = {
  pending: 0x4f_b3bf,
  approved: 0x5f_c08a,
  rejected: 0xd0_5353,
  withdrawn: 0x80_8894,
};

function embedOf({ words }: Place, request: ShownRequest): Embed {
  const { name, reason, createdAt, status, isExtension } = request;
  const pilot = bold(name);
  const time = eveTime(createdAt, words);
  const lines = [
    words.say(
      isExtension ? msg`${pilot} asks to stay, ${time}` : msg`${pilot} asks to join, ${time}`,
    ),
    ...(reason === null ? [] : [quote(reason, REASON_LENGTH)]),
    ...(status === "pending" ? [] : [words.say(decisionOf(status, request, words))]),
  ];
  return { description: lines.join("\n"), color: COLORS[status] };
}

function decisionOf(
  status: Exclude<JoinRequestStatus, "pending">,
  { decidedAt, decidedBy }: ShownRequest,
  words: Words,
): Message {
  if (status === "withdrawn") return msg`**Withdrawn**`;
  const isApproved = status === "approved";
  const by = decidedBy === null ? null : plain(decidedBy);
  if (decidedAt === null) {
    if (by === null) return isApproved ? msg`**Approved**` : msg`**Rejected**`;
    return isApproved ? msg`**Approved** by ${by}` : msg`**Rejected** by ${by}`;
  }
  const time = eveTime(decidedAt, words);
  if (by === null) return isApproved ? msg`**Approved**, ${time}` : msg`**Rejected**, ${time}`;
  return isApproved ? msg`**Approved** by ${by}, ${time}` : msg`**Rejected** by ${by}, ${time}`;
}

/** The name that the deciding user's main had then. */
const decidedBy = sql<string | null>`(select ${auditEvents.actorName} from ${auditEvents}
  where ${auditEvents.subjectId} = ${joinRequests.userId} and +${auditEvents.groupId} = ${joinRequests.groupId}
    and +${auditEvents.requestId} = ${joinRequests.decisionId} order by ${auditEvents.id} desc limit 1)`;

const selectPosted = prepare(
  {
    groupId: groups.id,
    groupName: groups.name,
    origin: discordFeeds.origin,
    language: discordFeeds.language,
    isWebhook: sql<number>`${discordFeeds.webhookToken} is not null`,
    requestId: joinRequests.id,
    name: discordRequestPosts.name,
    reason: joinRequests.reason,
    createdAt: joinRequests.createdAt,
    status: joinRequests.status,
    isExtension: joinRequests.isExtension,
    decidedAt: joinRequests.decidedAt,
    decidedBy,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordRequestPosts)
      .innerJoin(discordFeeds, eq(discordFeeds.id, discordRequestPosts.feedId))
      .innerJoin(groups, eq(groups.id, discordFeeds.groupId))
      .innerJoin(joinRequests, eq(joinRequests.id, discordRequestPosts.requestId))
      .where(eq(discordRequestPosts.messageId, sql.placeholder("messageId")))
      .orderBy(joinRequests.createdAt, joinRequests.id),
);

/** The edit that a message with requests needs now, and the state of each. Undefined if Muster has not posted it, or has forgotten it. */
export async function readRequestMessage(
  db: Database,
  messageId: string,
): Promise<{ message: DiscordMessage; requests: ShownRequest[] } | undefined> {
  const requests = await run(db, selectPosted({ messageId }));
  const [first] = requests;
  if (first === undefined) return undefined;
  const { groupName, groupId, origin, language, isWebhook } = first;
  const words = await wordsIn(language);
  const place = placeOf(words, { name: groupName, groupId, origin, isWebhook: isWebhook === 1 });
  return { message: decisionEdit(place, requests), requests };
}

/** Where the posts of a feed lead: to the group, to the corporation, to the watchlist, or to the settings for the feed of the log. */
export function placeOf(
  words: Words,
  feed: {
    id?: string;
    /** Null for the log and the watchlist. */
    name: string | null;
    origin: string;
    isWebhook: boolean;
    groupId: string | null;
    corporationId?: number | null;
  },
): Place {
  if (feed.id === WATCH_FEED_ID) {
    const title = words.say(msg`The watchlist of Muster`);
    return { title, url: `${feed.origin}/admin/watchlist`, hasButtons: !feed.isWebhook, words };
  }
  const ofCorporation =
    feed.corporationId == null ? "/admin/setup" : `/admin/corporations/${feed.corporationId}`;
  const path = feed.groupId === null ? ofCorporation : `/groups/${feed.groupId}`;
  const title = feed.name ?? words.say(msg`The log of Muster`);
  return { title, url: feed.origin + path, hasButtons: !feed.isWebhook, words };
}
