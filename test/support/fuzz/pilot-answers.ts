import { sharedSectionSchema } from "#shared/groups/forms.ts";
import * as z from "zod/mini";
import { notedSeal } from "./discord-shapes.ts";
import { claimSchema } from "#shared/applications/claims.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import type { MemberProblem } from "#shared/discord/servers.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type { Access, HeldAccess } from "#shared/pilots/access.ts";
import type { BulkPreview, BulkResult } from "#shared/pilots/bulk.ts";
import type { PilotPast } from "#shared/pilots/past.ts";
import type { PilotDetail, Pilots } from "#shared/pilots/pilots.ts";
import type { WhoCan } from "#shared/pilots/who-can.ts";
import { affiliationSchema, suspensionSchema } from "#shared/session.ts";
import { enrolmentSchema } from "#shared/requirements/rule.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { NOTHING } from "./shapes.ts";
import { undoPreview, undoResult } from "./undo-shapes.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { membershipProblem } from "./requirement-shapes.ts";

const when = z.iso.datetime({ precision: 3 });
const count = z.int().check(z.gte(0));

export const wayIn = z.strictObject({
  kind: z.enum(["founded", "joined", "added", "approved", "invited", "code", "rule", "moved"]),
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
  endsAt: z.nullable(when),
};
const held: z.ZodMiniType<HeldAccess> = z.strictObject(heldFields);

const roles = z.array(
  z.strictObject({
    serverId: z.string(),
    serverName: z.string(),
    roleId: z.string(),
    roleName: z.string(),
    color: z.nullable(z.string()),
    state: z.enum(["given", "coming", "ending", "held", "by_hand", "taken", "impossible"]),
    groups: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    problem: z.nullable(z.custom<MemberProblem>()),
    asOf: z.nullable(when),
  }),
);

const applications = z.array(
  z.strictObject({
    applicationId: z.string(),
    applicationName: z.string(),
    isOn: z.boolean(),
    claims: z.array(claimSchema),
    since: when,
    lastSignInAt: z.nullable(when),
    requires: z.nullable(
      z.strictObject({ groupName: z.nullable(z.string()), isMember: z.boolean() }),
    ),
  }),
);

const access: z.ZodMiniType<Access> = z.strictObject({
  held: z.array(held),
  reach: z.array(
    z.strictObject({
      groupId: z.string(),
      groupName: z.string(),
      next: z.enum(["join", "request", "accept", "requested", "wait"]),
      missing: count,
      causes: z.array(causeSchema),
    }),
  ),
  lost: z.array(
    z.strictObject({
      kind: z.literal("group"),
      groupId: z.nullable(z.string()),
      groupName: z.string(),
      how: z.enum(["left", "removed", "rule", "deleted"]),
      causes: z.array(causeSchema),
      at: when,
    }),
  ),
  roles,
  applications,
  facts: z.array(
    z.strictObject({
      factId: z.string(),
      title: z.string(),
      applicationName: z.string(),
      value: z.nullable(z.union([z.boolean(), z.number(), z.string()])),
      unknown: z.nullable(z.enum(UNKNOWN_REASONS)),
      asOf: when,
      endsAt: z.nullable(when),
      askName: z.nullable(z.string()),
    }),
  ),
  shares: z.array(
    z.strictObject({
      requestId: z.string(),
      groupName: z.nullable(z.string()),
      sections: z.array(sharedSectionSchema),
      until: when,
    }),
  ),
  views: z.array(when),
  rosterViews: z.array(z.strictObject({ corporationName: z.string(), at: when })),
  reviewViews: z.array(z.strictObject({ groupName: z.string(), at: when })),
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

const pilotEntry = z.strictObject({
  ...sharedFields,
  matchedAlt: z.nullable(z.string()),
  tokens: z.array(token),
  graceEndsAt: z.nullable(when),
});

const service = z.strictObject({ id: z.string(), name: z.string(), isOn: z.boolean() });

const adminSearch: z.ZodMiniType<AdminSearch> = z.strictObject({
  pilots: z.array(pilotEntry),
  groups: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      categoryName: z.string(),
      memberCount: count,
    }),
  ),
  corporations: z.array(
    z.strictObject({
      corporationId: count,
      name: z.string(),
      ticker: z.string(),
      isActive: z.boolean(),
    }),
  ),
  servers: z.array(service),
  applications: z.array(service),
});

const pilots: z.ZodMiniType<Pilots> = z.strictObject({
  items: z.array(pilotEntry),
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
  roles,
  applications,
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
  applications: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      isRequired: z.boolean(),
      isGranted: z.boolean(),
    }),
  ),
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
  seal: notedSeal,
  nextCursor: z.nullable(z.string()),
});

const change = <Kind extends string>(...kinds: Kind[]) =>
  z.nullable(z.strictObject({ kind: z.enum(kinds), at: when }));

const pastRole = z.strictObject({
  serverId: z.string(),
  serverName: z.nullable(z.string()),
  roleName: z.string(),
  since: when,
});

const pilotPast: z.ZodMiniType<PilotPast> = z.strictObject({
  on: z.iso.date(),
  name: z.nullable(z.string()),
  createdAt: when,
  isBefore: z.boolean(),
  mergedAt: z.nullable(when),
  mainCharacterId: z.nullable(z.int()),
  isMainRecorded: z.boolean(),
  isAdmin: z.nullable(z.boolean()),
  isSuspended: z.boolean(),
  discord: z.nullable(z.strictObject({ name: z.string(), linkedAt: z.nullable(when) })),
  characters: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      isMain: z.boolean(),
      linkedAt: z.nullable(when),
      affiliation: z.nullable(affiliationSchema),
      isAffiliationRecorded: z.boolean(),
      isFromHistory: z.boolean(),
      hasToken: z.nullable(z.boolean()),
      sinceThen: change("unlinked", "sold", "not_main", "token_lost", "moved"),
    }),
  ),
  groups: z.array(
    z.strictObject({
      groupId: z.string(),
      groupName: z.string(),
      isDeleted: z.boolean(),
      role: z.nullable(groupRoleSchema),
      since: z.nullable(when),
      wayIn: z.nullable(wayIn),
      sinceThen: change("left", "removed", "rule", "deleted", "role"),
    }),
  ),
  roles: z.array(pastRole),
  now: z.strictObject({ characters: count, groups: count }),
  days: z.array(z.iso.date()),
  loggedSince: z.nullable(when),
  seal: notedSeal,
  isCut: z.boolean(),
});

const personFields = {
  userId: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
};
const bulkPreview: z.ZodMiniType<BulkPreview> = z.strictObject({
  groupName: z.string(),
  memberCount: count,
  affected: z.array(
    z.strictObject({ ...personFields, wayIn: z.nullable(wayIn), since: z.nullable(when) }),
  ),
  skipped: z.array(
    z.strictObject({
      ...personFields,
      reason: z.enum([
        "gone",
        "member",
        "not_member",
        "owner",
        "suspended",
        "unmet",
        "unknown",
        "blocked",
        "invited",
        "requested",
        "inbox_full",
        "day_full",
      ]),
    }),
  ),
  hold: z.nullable(z.enum(["group", "all"])),
});
const bulkResult: z.ZodMiniType<BulkResult> = z.strictObject({
  groupName: z.string(),
  count,
  heldId: z.nullable(z.string()),
});

export const PILOT_ANSWERS = {
  "GET /api/admin/undo": undoPreview,
  "POST /api/admin/undo": undoResult,
  "GET /api/access": access,
  "GET /api/admin/pilots": pilots,
  "GET /api/admin/search": adminSearch,
  "GET /api/admin/pilots/:id": pilotDetail,
  "GET /api/admin/pilots/:id/past": pilotPast,
  "POST /api/admin/pilots/bulk/preview": bulkPreview,
  "POST /api/admin/pilots/bulk": bulkResult,
  "DELETE /api/admin/pilots/:id/sessions": NOTHING,
  "GET /api/groups/:id/who-can": whoCan,
};
