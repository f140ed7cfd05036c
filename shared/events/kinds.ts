import * as z from "zod/mini";
import { accountEvents } from "./account-events.ts";
import { applicationEvents } from "./application-events.ts";
import { corporationEvents } from "./corporation-events.ts";
import type { EventDefinition, KindsWith } from "./definition.ts";
import { discordEvents } from "./discord-events.ts";
import { groupEvents } from "./group-events.ts";

/** Every kind of event and what follows from it. Lists of kinds are derived from here. */
export const events = {
  ...groupEvents,
  ...accountEvents,
  ...corporationEvents,
  ...discordEvents,
  ...applicationEvents,
};

export type EventKind = keyof typeof events;
export type GroupEventKind = keyof typeof groupEvents;
export type AccountEventKind = keyof typeof accountEvents;
export type CorporationEventKind = keyof typeof corporationEvents;
export type DiscordEventKind = keyof typeof discordEvents;
export type ApplicationEventKind = keyof typeof applicationEvents;
/** Kinds about the community as a whole, or its watchlist: their events have no group and no category. */
export type CommunityEventKind = Extract<GroupEventKind, `${"community" | "watch"}_${string}`>;

/** The kinds with a field, and those with one of these values in it. */
export type KindWith<Field extends keyof EventDefinition, Value = {}> = KindsWith<
  typeof events,
  Field,
  Value
>;

/** What is told to the player concerned, unless it takes back another decision. */
export type DecisionKind = Exclude<KindWith<"told">, KindWith<"undoes">>;

const definitions = new Map<string, EventDefinition>(Object.entries(events));

/** The kinds of one log. */
export function kindsOf<Events extends object>(log: Events): (keyof Events & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
  return Object.keys(log) as (keyof Events & string)[];
}

/** The definition of a kind as the database has it: kinds of newer versions have none. */
export function definitionOf(kind: string): EventDefinition {
  return definitions.get(kind) ?? {};
}

/** Players see the events of their account and the decisions about them. */
export function isToldToSubject(kind: unknown): kind is AccountEventKind | DecisionKind {
  if (typeof kind !== "string") return false;
  const { told, undoes } = definitionOf(kind);
  return kind in accountEvents || (told !== undefined && undoes === undefined);
}

/** The kinds that have the field, in the order of their names: an index and the queries that use it need the same. */
export function kindsWith(...fields: (keyof EventDefinition)[]): EventKind[] {
  const [only] = fields;
  if (only !== undefined && fields.length === 1) return [...(kindsByField.get(only) ?? [])];
  return [...new Set(fields.flatMap((field) => kindsByField.get(field) ?? []))].toSorted();
}

const eventKinds = kindsOf(events);
const kindsByField = new Map<string, EventKind[]>();
for (const kind of eventKinds.toSorted()) {
  for (const [field, value] of Object.entries(events[kind])) {
    if (value === undefined) continue;
    const kinds = kindsByField.get(field);
    if (kinds === undefined) kindsByField.set(field, [kind]);
    else kinds.push(kind);
  }
}

export const eventKindSchema = z.enum(eventKinds);

/** Decisions of groups that their subject is told of, and those that take one back. */
export const DECISION_KINDS = kindsWith("told");

/** Events that tell who was in a group, since when and how. */
export const MEMBERSHIP_KINDS = kindsWith("wayIn", "endsMembership", "role", "explainsMembership");

export type RequestEventKind = KindWith<"isOfRequest">;

/** The history of a request to join, as its pilot and its reviewers read it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they have the field
export const REQUEST_EVENT_KINDS = kindsWith("isOfRequest") as RequestEventKind[];

/** Events with which a corporation loses a director. */
export const DIRECTOR_LOSSES = [
  "director_unhealthy",
  "director_removed",
] as const satisfies EventKind[];

/** For SQL: SQLite uses a partial index only where a query lists the same literals in the same order. */
export function kindList(kinds: readonly EventKind[]): string {
  return `(${kinds.map((kind) => `'${kind}'`).join(", ")})`;
}
