import * as z from "zod/mini";
import type {
  AffiliationChange,
  ApplicationEventDetail,
  DiscordEventDetail,
  GroupEventDetail,
  ReadDetail,
} from "#shared/events/details.ts";
import { eventKindSchema } from "#shared/events/kinds.ts";
import type {
  AccountEventKind,
  ApplicationEventKind,
  CorporationEventKind,
  DiscordEventKind,
  GroupEventKind,
} from "#shared/events/kinds.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import type { Page } from "#shared/page.ts";
import type { MovedAccount, Suspension } from "#shared/session.ts";

/** A page of a log, the newest first. Without a total: counting a log would read all of it. */
type LogPage<Event> = Omit<Page<Event>, "total">;

/** Both are null if the reader may not learn who the user is. */
export type NamedUser = { userId: string | null; name: string | null };

/**
 * What happened. An actor of null is Muster itself. System administrators read the names at the time of the event. Others
 * read present names, and only of users who are members of the group, have a pending request or are invited: a former main
 * next to a present one would disclose an alt.
 */
export type GroupEvent = {
  id: string;
  kind: GroupEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser | null;
  groupId: string | null;
  groupName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  detail: GroupEventDetail;
  requestId: string;
};

export type ActivityPage = LogPage<GroupEvent>;

/** An actor of null is Muster itself. Names are those at the time of the event. */
export type CorporationEvent = {
  id: string;
  kind: CorporationEventKind;
  createdAt: string;
  corporationId: number;
  corporationName: string;
  actor: { userId: string; name: string | null } | null;
  /** The director concerned. */
  character: { characterId: number; characterName: string } | null;
  detail: ReadDetail<CorporationEventKind>;
};

/** `GET /corporations/{id}/activity` */
export type CorporationActivity = LogPage<CorporationEvent>;

/** What an event of a Discord server says. An actor of null is Muster itself. */
export type DiscordEvent = {
  id: string;
  kind: DiscordEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser | null;
  serverId: string;
  serverName: string;
  detail: DiscordEventDetail;
  requestId: string;
};

export type DiscordActivity = LogPage<DiscordEvent>;

/** An actor of null is Muster itself. Without an application: about the keys of all. */
export type ApplicationEvent = {
  id: string;
  kind: ApplicationEventKind;
  createdAt: string;
  actor: NamedUser | null;
  /** Who signed in, or whose consent ended. */
  subject: NamedUser | null;
  applicationId: string | null;
  applicationName: string | null;
  detail: ApplicationEventDetail;
  requestId: string;
};

// ── All logs in one ───────────────────────────────────────────────────────────────────────────

/** EVE's names have at most 37 characters; the limit keeps garbage out of the search. */
const nameQuery = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const dateQuery = z.iso.date();

/**
 * `actor` and `subject` name a character, in any case: any of a player's will do, but a director is that very
 * character. `from` and `to` are days in EVE's time, and both count.
 */
export const activityQuerySchema = z.extend(pageQuerySchema, {
  actor: z.optional(nameQuery),
  subject: z.optional(nameQuery),
  group: z.optional(idSchema),
  kind: z.optional(eventKindSchema),
  from: z.optional(dateQuery),
  to: z.optional(dateQuery),
});
export type ActivityQuery = z.infer<typeof activityQuerySchema>;

/** What happened to an account, with the names of today. An actor of null is EVE: a character was sold. */
export type AccountActivity = {
  id: string;
  kind: AccountEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser;
  characterName: string | null;
  discordName: string | null;
  groupName: string | null;
  suspension: Suspension | null;
  moved: MovedAccount | null;
  affiliation: AffiliationChange | null;
  requestId: string;
};

export type Activity =
  | ({ log: "groups" } & GroupEvent)
  | ({ log: "accounts" } & AccountActivity)
  | ({ log: "corporations"; requestId: string } & CorporationEvent)
  | ({ log: "discord" } & DiscordEvent)
  | ({ log: "applications" } & ApplicationEvent);

/** A page may hold fewer rows than others, even none, and have a next one: a request looks only so far. */
export type ActivityLog = LogPage<Activity>;
