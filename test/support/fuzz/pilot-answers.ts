import * as z from "zod/mini";
import type { Access, HeldAccess } from "#shared/pilots/access.ts";
import type { PilotDetail, Pilots } from "#shared/pilots/pilots.ts";
import type { WhoCan } from "#shared/pilots/who-can.ts";
import { suspensionSchema } from "#shared/session.ts";
import { enrolmentSchema } from "#shared/requirements/rule.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { NOTHING } from "./shapes.ts";
import { cause, membershipProblem } from "./requirement-shapes.ts";

const when = z.iso.datetime({ precision: 3 });
const count = z.int().check(z.gte(0));

const wayIn = z.strictObject({
  kind: z.enum(["founded", "joined", "approved", "invited", "code", "rule", "moved"]),
  by: z.nullable(z.strictObject({ userId: z.string(), name: z.string() })),
});

const heldFields = {
  kind: z.literal("group"),
  groupId: z.string(),
  groupName: z.string(),
  role: groupRoleSchema,
  wayIn: z.nullable(wayIn),
  since: when,
  rule: z.nullable(z.strictObject({ enrolment: enrolmentSchema, graceDays: count })),
  problem: z.nullable(membershipProblem),
};
const held: z.ZodMiniType<HeldAccess> = z.strictObject(heldFields);

const access: z.ZodMiniType<Access> = z.strictObject({
  held: z.array(held),
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
  views: z.array(when),
});

const token = z.enum(["ok", "unknown", "revoked", "none"]);
const corporation = z.nullable(
  z.strictObject({ corporationId: z.int(), name: z.nullable(z.string()) }),
);

const sharedFields = {
  userId: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  corporation,
  groupCount: count,
  discordName: z.nullable(z.string()),
  lastSeenAt: z.nullable(when),
  isAdmin: z.boolean(),
  suspension: z.nullable(suspensionSchema),
};
const counted = z.nullable(count);

const pilots: z.ZodMiniType<Pilots> = z.strictObject({
  items: z.array(
    z.strictObject({
      ...sharedFields,
      matchedAlt: z.nullable(z.string()),
      tokens: z.array(token),
      graceEndsAt: z.nullable(when),
    }),
  ),
  nextCursor: z.nullable(z.string()),
  counts: z.strictObject({
    lost: counted,
    noDiscord: counted,
    grace: counted,
    unseen: counted,
    suspended: counted,
  }),
  corporationName: z.nullable(z.string()),
});

const pilotDetail: z.ZodMiniType<PilotDetail> = z.strictObject({
  ...sharedFields,
  createdAt: when,
  areRightsWithheld: z.boolean(),
  characters: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      isMain: z.boolean(),
      linkedAt: z.nullable(when),
      token,
      tokenSince: z.nullable(when),
      scopeCount: count,
      corporationName: z.nullable(z.string()),
      allianceName: z.nullable(z.string()),
      evidence: z.array(
        z.strictObject({
          name: z.enum(["corporation", "skills", "roles", "titles"]),
          checkedAt: when,
          isTooOld: z.boolean(),
        }),
      ),
    }),
  ),
  groups: z.array(z.strictObject({ ...heldFields, categoryName: z.string() })),
  requests: z.array(
    z.strictObject({ groupId: z.string(), groupName: z.string(), createdAt: when }),
  ),
  discord: z.nullable(
    z.strictObject({ name: z.string(), linkedAt: when, isAuthorized: z.boolean() }),
  ),
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      device: z.string(),
      createdAt: when,
      lastSeenAt: when,
      expiresAt: when,
    }),
  ),
});

const whoCan: z.ZodMiniType<WhoCan> = z.strictObject({
  items: z.array(
    z.strictObject({
      userId: z.nullable(z.string()),
      mainCharacterId: z.nullable(z.int()),
      name: z.nullable(z.string()),
      role: z.nullable(groupRoleSchema),
      since: z.nullable(when),
      wayIn: z.nullable(wayIn),
    }),
  ),
  existsSince: z.nullable(when),
  loggedSince: z.nullable(when),
  nextCursor: z.nullable(z.string()),
});

export const PILOT_ANSWERS = {
  "GET /api/access": access,
  "GET /api/admin/pilots": pilots,
  "GET /api/admin/pilots/:id": pilotDetail,
  "DELETE /api/admin/pilots/:id/sessions": NOTHING,
  "GET /api/groups/:id/who-can": whoCan,
};
