import * as z from "zod/mini";
import type { Overview } from "#shared/overview.ts";
import { count, id, orNull, when } from "./shapes.ts";

const name = z.string();

const overview: z.ZodMiniType<Overview> = z.strictObject({
  countedAt: orNull(when),
  today: count,
  days: z.array(
    z.strictObject({
      day: count,
      members: orNull(count),
      joined: count,
      left: count,
      rolesChanged: count,
      ended: count,
      held: count,
      undone: count,
      watched: count,
    }),
  ),
  hours: z.array(z.strictObject({ hour: count, pilots: orNull(count) })),
  health: z.array(
    z.strictObject({
      day: count,
      kind: z.enum(["corporation", "server"]),
      subjectId: z.string(),
      partial: count,
      down: count,
      unknown: count,
    }),
  ),
  corporations: z.array(
    z.strictObject({
      corporationId: z.int(),
      name,
      ticker: z.string(),
      isActive: z.boolean(),
      directorCount: count,
      registered: orNull(count),
      members: orNull(count),
      beforeDay: orNull(count),
      beforeRegistered: orNull(count),
      beforeMembers: orNull(count),
    }),
  ),
  servers: z.array(
    z.strictObject({
      serverId: id,
      name,
      isOn: z.boolean(),
      halt: orNull(
        z.enum(["limited", "banned", "unavailable", "unauthorized", "no_access", "two_factor"]),
      ),
      drifted: count,
      held: orNull(z.strictObject({ count, since: orNull(when) })),
    }),
  ),
  memberGroup: orNull(z.string()),
  withoutDirector: z.array(z.strictObject({ corporationId: z.int(), name, since: orNull(when) })),
  drifted: z.array(z.strictObject({ corporationId: z.int(), name, count, readAt: when })),
  held: z.array(z.strictObject({ heldId: id, name, count, of: count, since: when })),
  requests: orNull(z.strictObject({ count, groupId: id, name, oldest: when })),
  watched: z.array(
    z.strictObject({
      entryId: z.string(),
      name,
      character: name,
      count: z.int(),
      since: when,
    }),
  ),
  silent: z.array(
    z.strictObject({ applicationId: id, name, isOn: z.boolean(), since: when, groups: count }),
  ),
  reviews: z.array(z.strictObject({ groupId: id, name, ends: when, decided: count, of: z.int() })),
  administrators: count,
  hasBot: z.boolean(),
  postsDirectors: z.boolean(),
});

export const OVERVIEW_ANSWERS = { "GET /api/admin/overview": overview };
