import * as z from "zod/mini";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import { requirePermission } from "./bot.ts";
import type { BotCall } from "./bot.ts";

/** A scheduled event outside of channels (entity type 3), in the words of Discord's API. */
export type ScheduledEvent = {
  id: string;
  creatorId: string;
  name: string;
  description: string | null;
  place: string;
  startsAt: number;
  endsAt: number;
};

const MOST_EVENTS = 100;

const bodySchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  description: z.nullish(z.string().check(z.maxLength(1000))),
  scheduled_start_time: z.iso.datetime(),
  scheduled_end_time: z.iso.datetime(),
  privacy_level: z.literal(2),
  entity_type: z.literal(3),
  entity_metadata: z.object({ location: z.string().check(z.minLength(1), z.maxLength(100)) }),
});

function read({ world }: BotCall, body: unknown) {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidBody(issue?.path.join(".") ?? "body", "BASE_TYPE_REQUIRED", "Invalid event.");
  }
  const { data } = parsed;
  const [startsAt, endsAt] = [
    Date.parse(data.scheduled_start_time),
    Date.parse(data.scheduled_end_time),
  ];
  if (startsAt <= now(world)) {
    throw invalidBody(
      "scheduled_start_time",
      "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
      "Cannot schedule event in the past.",
    );
  }
  const { name, description = null, entity_metadata: metadata } = data;
  return { name, description, place: metadata.location, startsAt, endsAt };
}

export function createEvent(call: BotCall, body: unknown): ScheduledEvent {
  requirePermission(call, "CREATE_EVENTS");
  const event = read(call, body);
  if (call.server.events.size >= MOST_EVENTS) throw apiError(30_038);
  const created = { id: newSnowflake(now(call.world)), creatorId: call.bot.userId, ...event };
  call.server.events.set(created.id, created);
  return created;
}

/** A bot with Create Events alone changes and deletes its own. */
function ownEvent(call: BotCall, id: string): ScheduledEvent {
  const event = call.server.events.get(id);
  if (event === undefined) throw apiError(10_070);
  requirePermission(call, "CREATE_EVENTS");
  if (event.creatorId !== call.bot.userId) throw apiError(50_013);
  return event;
}

export function editEvent(call: BotCall, id: string, body: unknown): ScheduledEvent {
  const edited = { ...ownEvent(call, id), ...read(call, body) };
  call.server.events.set(id, edited);
  return edited;
}

export function deleteEvent(call: BotCall, id: string) {
  ownEvent(call, id);
  call.server.events.delete(id);
}

export function describeEvent(serverId: string, event: ScheduledEvent) {
  return {
    id: event.id,
    guild_id: serverId,
    name: event.name,
    description: event.description,
    channel_id: null,
    creator_id: event.creatorId,
    image: null,
    scheduled_start_time: new Date(event.startsAt).toISOString(),
    scheduled_end_time: new Date(event.endsAt).toISOString(),
    status: 1,
    entity_type: 3,
    entity_id: null,
    recurrence_rule: null,
    privacy_level: 2,
    sku_ids: [],
    guild_scheduled_event_exceptions: [],
    entity_metadata: { location: event.place },
  };
}
