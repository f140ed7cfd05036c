import * as z from "zod/mini";
import type { Access } from "#shared/access.ts";
import { enrolmentSchema } from "#shared/requirements/rule.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { cause, membershipProblem } from "./requirement-shapes.ts";

const when = z.iso.datetime({ precision: 3 });
const count = z.int().check(z.gte(0));

const wayIn = z.strictObject({
  kind: z.enum(["founded", "joined", "approved", "invited", "code", "rule", "moved"]),
  by: z.nullable(z.strictObject({ userId: z.string(), name: z.string() })),
});

export const access: z.ZodMiniType<Access> = z.strictObject({
  held: z.array(
    z.strictObject({
      kind: z.literal("group"),
      groupId: z.string(),
      groupName: z.string(),
      role: groupRoleSchema,
      wayIn: z.nullable(wayIn),
      since: when,
      rule: z.nullable(z.strictObject({ enrolment: enrolmentSchema, graceDays: count })),
      problem: z.nullable(membershipProblem),
    }),
  ),
  reach: z.array(
    z.strictObject({
      groupId: z.string(),
      groupName: z.string(),
      next: z.enum(["join", "request", "accept", "requested", "wait"]),
      missing: count,
      causes: z.array(cause),
    }),
  ),
  lost: z.array(
    z.strictObject({
      kind: z.literal("group"),
      groupId: z.nullable(z.string()),
      groupName: z.string(),
      how: z.enum(["left", "removed", "rule", "deleted"]),
      causes: z.array(cause),
      at: when,
    }),
  ),
});
