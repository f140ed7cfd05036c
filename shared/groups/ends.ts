import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { idSchema } from "#shared/page.ts";
import { requiredLine } from "#shared/text.ts";

export const MAX_MEMBERSHIP_DAYS = 3650;
/** By which an approval extends a membership, unless the group or the approval says otherwise. */
export const EXTENSION_DAYS = 30;
/** How many members one call gives another end. */
export const MAX_ENDS_AT_ONCE = 100;
export const MOST_COUNTED_ENDS = 1000;
/** The dashboard tells of an end so many days before, and of emergency access for so many days. */
export const TOLD_DAYS = 7;

const DAYS = english`Membership days must be a whole number between 1 and ${MAX_MEMBERSHIP_DAYS}`;
export const membershipDaysSchema = z
  .int(DAYS)
  .check(z.gte(1, DAYS), z.lte(MAX_MEMBERSHIP_DAYS, DAYS));

/** How long a membership by approval, invitation or code lasts. Left out: as the group says; null: no end. */
export const daysOfWayInSchema = z.exactOptional(z.nullable(membershipDaysSchema));
export type DaysOfWayIn = number | null | undefined;

/** `extend`: later than now by days, for members who have an end. `days`: from today. `none`: no end. */
export const setEndsSchema = z.object({
  userIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_ENDS_AT_ONCE)),
  end: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("extend"), days: membershipDaysSchema }),
    z.object({ kind: z.literal("days"), days: membershipDaysSchema }),
    z.object({ kind: z.literal("none") }),
  ]),
});
export type SetEnds = z.infer<typeof setEndsSchema>;
/** How many members have another end now. */
export const endsSetSchema = z.strictObject({ changed: countSchema });
export type EndsSet = z.infer<typeof endsSetSchema>;

// ── Emergency access ──────────────────────────────────────────────────────────────────────────

export const MAX_EMERGENCY_HOURS = 4;

export const takeEmergencyAccessSchema = z.object({
  role: z.enum(["member", "admin"]),
  hours: z.int().check(z.gte(1), z.lte(MAX_EMERGENCY_HOURS)),
  reason: requiredLine(
    english`Reason is required`,
    300,
    english`Reason must be 300 characters or less`,
  ),
});
export type TakeEmergencyAccess = z.infer<typeof takeEmergencyAccessSchema>;

/** A membership that a system administrator has taken. The reason is null for readers who do not manage the group. */
export const emergencySchema = z.strictObject({
  userId: idSchema,
  name: z.nullable(z.string()),
  role: z.enum(["member", "admin"]),
  startedAt: instantSchema,
  endsAt: instantSchema,
  reason: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type Emergency = z.infer<typeof emergencySchema>;
