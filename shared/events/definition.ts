import type { WebhookTopic } from "#shared/applications/webhooks.ts";
import type { Topic } from "#shared/discord/feeds.ts";
import type { GroupRole, WayInKind } from "#shared/groups/groups.ts";

/** The daily limits that events count against (`worker/audit/daily-limits.ts`). */
type EventLimit =
  | "groups"
  | "edits"
  | "roles"
  | "joins"
  | "requests"
  | "invitations"
  | "codes"
  | "links"
  | "looks"
  | "mains";

/** What follows from one kind of event. A kind without a field has nothing of the sort. */
export type EventDefinition = {
  /** The membership of the subject in the group begins, in this way. */
  wayIn?: WayInKind;
  /** The membership of the subject in the group ends, and the group does not. */
  endsMembership?: true;
  /** The role of the subject in the group after the event. */
  role?: GroupRole;
  /** The end of the subject's membership changes. */
  setsEnd?: true;
  /** Tells who was in a group besides: who invited, who made a code, when the group was deleted. */
  explainsMembership?: true;

  /** The character belongs to the subject's account from now on, or no longer. */
  character?: "linked" | "unlinked";
  /** Tells what an account had on a day in the past. */
  isHistory?: true;

  /** The subject is told of the group's decision; or only while the subject may see the group. */
  told?: "always" | "while_visible";
  /** A decision that this one takes back: neither is told any more. */
  undoes?: string;
  /** An event of the account that is no notice: it is told elsewhere. */
  isQuiet?: true;
  /** The subject gets a direct message at Discord, if they have asked for those. */
  hasDirectMessage?: true;
  /** The topic of the post at Discord, `always` if it cannot be switched off, `edits` if it only changes posts of requests. */
  post?: Topic | "always" | "edits";
  webhook?: WebhookTopic;

  /** The daily limit that it counts against. Without one it can repeat only after an event that has one. */
  limit?: EventLimit;
  /** Stands in the history of a request to join. */
  isOfRequest?: true;
  /** An action on others, or on what all use, that an administrator's undoing leaves alone. */
  isByHand?: true;
};

export type Definitions = Record<string, EventDefinition>;

/** The kinds whose definition has the field, or has this value in it. */
export type KindsWith<
  Events extends Definitions,
  Field extends keyof EventDefinition,
  Value = {},
> = {
  [Kind in keyof Events & string]: Events[Kind] extends Record<Field, Value> ? Kind : never;
}[keyof Events & string];
