import * as z from "zod/mini";
import type { Decision, Overview } from "#shared/overview.ts";
import { count, id, orNull, when } from "./shapes.ts";

const name = z.string();
const day = z.iso.date();

const decision: z.ZodMiniType<Decision> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("no_usable_director"),
    corporationId: z.int(),
    name,
    since: orNull(when),
  }),
  z.strictObject({
    kind: z.literal("server_halted"),
    serverId: id,
    name,
    halt: z.enum(["limited", "banned", "unavailable", "unauthorized", "no_access", "two_factor"]),
  }),
  z.strictObject({
    kind: z.literal("removals_held"),
    heldId: id,
    name,
    count,
    of: count,
    since: when,
  }),
  z.strictObject({
    kind: z.literal("roles_held"),
    serverId: id,
    name,
    count,
    since: orNull(when),
  }),
  z.strictObject({ kind: z.literal("requests_wait"), count, groupId: id, name, oldest: when }),
  z.strictObject({
    kind: z.literal("review_ends"),
    groupId: id,
    name,
    ends: when,
    decided: count,
    of: count,
  }),
  z.strictObject({ kind: z.literal("no_corporation") }),
  z.strictObject({ kind: z.literal("one_director"), corporationId: z.int(), name }),
  z.strictObject({ kind: z.literal("no_server") }),
  z.strictObject({ kind: z.literal("one_administrator") }),
]);

const overview: z.ZodMiniType<Overview> = z.strictObject({
  countedAt: orNull(when),
  decisions: z.array(decision),
  members: z.strictObject({
    groupName: orNull(z.string()),
    weeks: z.array(
      z.strictObject({ monday: day, members: orNull(count), joined: count, left: count }),
    ),
  }),
  corporations: z.array(
    z.strictObject({
      corporationId: z.int(),
      name,
      ticker: z.string(),
      registered: count,
      members: count,
      before: orNull(z.strictObject({ registered: count, members: count, day })),
    }),
  ),
  hours: orNull(z.array(orNull(z.union([count, z.literal("few")])))),
  work: z.array(
    z.strictObject({ day, rolesChanged: count, ended: count, held: count, undone: count }),
  ),
  health: z.array(
    z.strictObject({
      kind: z.enum(["corporation", "server"]),
      id: z.string(),
      name,
      days: z.array(z.strictObject({ good: count, partial: count, down: count })),
    }),
  ),
});

export const OVERVIEW_ANSWERS = { "GET /api/admin/overview": overview };
