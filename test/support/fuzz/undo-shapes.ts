import * as z from "zod/mini";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import type { StaysBecause, UndoPreview, UndoResult } from "#shared/pilots/undo.ts";
import { activity } from "./shapes.ts";

const when = z.iso.datetime({ precision: 3 });
const count = z.int().check(z.gte(0));

const person = z.strictObject({ userId: z.string(), name: z.nullable(z.string()) });
export const undoPreview: z.ZodMiniType<UndoPreview> = z.strictObject({
  person,
  eventCount: count,
  steps: z.array(
    z.strictObject({
      groupId: z.string(),
      groupName: z.string(),
      person: z.nullable(person),
      change: z.discriminatedUnion("kind", [
        z.strictObject({
          kind: z.literal("add"),
          role: groupRoleSchema,
          endsAt: z.nullable(when),
        }),
        z.strictObject({ kind: z.enum(["remove", "owner"]) }),
        z.strictObject({ kind: z.literal("role"), role: z.enum(["admin", "member"]) }),
        z.strictObject({ kind: z.literal("end"), endsAt: z.nullable(when) }),
        z.strictObject({ kind: z.literal("rule"), isRemoved: z.boolean() }),
        z.strictObject({
          kind: z.literal("setting"),
          field: loggedSettingSchema,
          from: z.nullable(z.string()),
          to: z.nullable(z.string()),
        }),
      ]),
    }),
  ),
  stays: z.array(
    z.strictObject({
      event: activity,
      count,
      because: z.custom<StaysBecause>((one) => typeof one === "string"),
      changed: z.nullable(z.strictObject({ name: z.nullable(z.string()), at: z.nullable(when) })),
    }),
  ),
  holds: z.array(z.strictObject({ groupId: z.string(), count, limit: z.enum(["group", "all"]) })),
  digest: z.string(),
});
export const undoResult: z.ZodMiniType<UndoResult> = z.strictObject({ undone: count, held: count });
