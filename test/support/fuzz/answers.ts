import { accountEventSchema } from "#shared/account/account-event.ts";
import * as z from "zod/mini";
import { characterDetailSchema, overviewSchema, refreshResultSchema } from "#shared/characters.ts";
import {
  corporationCategorySchema,
  corporationStateSchema,
} from "#shared/corporations/corporations.ts";
import type {
  Corporation,
  CorporationData,
  CorporationDetail,
  Director,
  FetchRun,
} from "#shared/corporations/corporations.ts";
import { discordAccountSchema, discordLinkStartSchema } from "#shared/discord/link.ts";
import type { Health, HealthDetails } from "#shared/health.ts";
import {
  activeSessionsSchema,
  authorizationSchema,
  callbackResultSchema,
  characterSummarySchema,
  newSessionSchema,
  tokenStateSchema,
} from "#shared/session.ts";
import { skillCatalogueSchema } from "#shared/skills.ts";
import { APPLICATION_ANSWERS } from "./application-answers.ts";
import { PILOT_ANSWERS } from "./pilot-answers.ts";
import { ACCOUNT_ANSWERS } from "./account-answers.ts";
import { ROSTER_ANSWERS } from "./roster-answers.ts";
import { DISCORD_ANSWERS } from "./discord-answers.ts";
import { FRONT_DOOR_ANSWERS } from "./front-door-answers.ts";
import { CONSEQUENCE_ANSWERS } from "./consequence-answers.ts";
import { directorCandidates, directorProblem, verification } from "./director-shapes.ts";
import { OVERVIEW_ANSWERS } from "./overview-answers.ts";
import * as requirementShapes from "./requirement-shapes.ts";
import { CODE_ANSWERS, REQUEST_ANSWERS } from "./request-answers.ts";
import { myGroups, waiting } from "./request-shapes.ts";
import { WATCHLIST_ANSWERS } from "./watchlist-answers.ts";
import * as communityShapes from "./community-shapes.ts";
import * as shapes from "./shapes.ts";
import { count, id, NOTHING, orNull, pageOf, when } from "./shapes.ts";

const nextCursor = orNull(z.string());
const flag = z.boolean();
const texts = z.array(z.string());

const corporationFields = {
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  assignedCharacterId: orNull(z.int()),
  assignedCharacterName: orNull(z.string()),
  isActive: flag,
  status: z.strictObject({ state: corporationStateSchema, since: orNull(when) }),
  isVerified: flag,
  lastSync: orNull(when),
  lastVerified: orNull(when),
  verificationFailedAt: orNull(when),
  directorCount: count,
  healthyDirectorCount: count,
  coverage: orNull(z.strictObject({ registered: count, members: count })),
};
const corporation: z.ZodMiniType<Corporation> = z.strictObject(corporationFields);
const corporationDetail: z.ZodMiniType<CorporationDetail> = z.strictObject({
  ...corporationFields,
  createdAt: when,
  memberCount: orNull(count),
  ceoId: orNull(z.int()),
  ceoName: orNull(z.string()),
  allianceId: orNull(z.int()),
  allianceName: orNull(z.string()),
  linkedCharacterCount: orNull(count),
  health: z.array(
    z.strictObject({ at: when, directors: count, healthy: count, failing: count, unknown: count }),
  ),
});

const director: z.ZodMiniType<Director> = z.strictObject({
  suspension: shapes.suspensionMark,
  directorId: id,
  characterId: z.int(),
  characterName: z.string(),
  priority: z.int(),
  health: z.enum(["healthy", "unhealthy", "needs_verification"]),
  isHealthy: flag,
  failureCount: count,
  lastHealthCheck: orNull(when),
  lastUsed: orNull(when),
  isAssigned: flag,
  problem: orNull(directorProblem),
  problemText: orNull(z.string()),
  isGrantUnchecked: flag,
  roles: texts,
  missingScopes: texts,
  missingRoles: texts,
  tokenState: tokenStateSchema,
});

const run: z.ZodMiniType<FetchRun> = z.strictObject({
  id,
  category: corporationCategorySchema,
  startedAt: when,
  finishedAt: orNull(when),
  rows: count,
  pagesRead: count,
  error: orNull(z.string()),
  resumesAt: orNull(when),
});

const corporationData: z.ZodMiniType<CorporationData> = z.strictObject({
  coreData: z.strictObject({ memberCount: count, trackingCount: count }),
  financialData: z.strictObject({ walletCount: count, journalCount: count }),
  assetsData: z.strictObject({ assetCount: count, structureCount: count }),
  marketData: z.strictObject({ orderCount: count, contractCount: count }),
  killmailCount: count,
  categories: z.array(
    z.strictObject({
      category: corporationCategorySchema,
      state: z.enum(["never", "running", "stalled", "fresh", "due", "failed"]),
      lastSuccess: orNull(when),
      age: orNull(z.int()),
      nextDue: orNull(when),
      error: orNull(z.string()),
      lastRun: orNull(run),
    }),
  ),
});

const checkState = z.enum(["ok", "warning", "failed", "unknown"]);
const health: z.ZodMiniType<Health> = z.strictObject({ status: z.literal("ok") });
const healthDetails: z.ZodMiniType<HealthDetails> = z.strictObject({
  state: checkState,
  checks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      state: checkState,
      words: z.string(),
      fix: orNull(z.string()),
      action: z.exactOptional(z.literal("register-commands")),
      values: z.array(z.strictObject({ label: z.string(), value: z.string() })),
    }),
  ),
  withheldAdministrators: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      heldBy: orNull(z.string()),
      since: orNull(when),
    }),
  ),
  failures: z.array(
    z.strictObject({ id: z.string(), what: z.string(), words: z.string(), at: z.string() }),
  ),
  version: z.strictObject({
    product: z.string(),
    commit: orNull(z.string()),
    deployedAt: orNull(z.string()),
    esiCompatibilityDate: z.string(),
  }),
  checkedAt: when,
});

/** Text for spreadsheets. */
export const SPREADSHEET = z.string();
export const PLAIN_TEXT = z.string();

/** The response schema of each route; a route without one fails the fuzz test. */
export const ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /.well-known/security.txt": PLAIN_TEXT,
  "GET /api/health": health,
  "GET /api/health/details": healthDetails,

  "POST /api/admin/administrators/:id/confirm": NOTHING,
  ...WATCHLIST_ANSWERS,
  "GET /api/admin/community": communityShapes.communitySettings,
  "PUT /api/admin/community": communityShapes.communitySettings,
  "PUT /api/admin/community/members": communityShapes.communitySettings,
  "GET /api/admin/community/members/preview": communityShapes.membersPreview,
  ...OVERVIEW_ANSWERS,
  ...CONSEQUENCE_ANSWERS,
  "GET /api/admin/held": requirementShapes.heldChanges,
  "GET /api/admin/held/:id": requirementShapes.heldDetail,
  "POST /api/admin/held/:id/release": requirementShapes.heldChange,
  "POST /api/admin/held/:id/discard": requirementShapes.heldChange,
  "POST /api/admin/held/:id/compute": requirementShapes.heldChange,
  "PUT /api/admin/users/:id/suspension": NOTHING,
  "DELETE /api/admin/users/:id/suspension": NOTHING,

  ...ACCOUNT_ANSWERS,
  ...PILOT_ANSWERS,
  ...DISCORD_ANSWERS,
  ...FRONT_DOOR_ANSWERS,
  ...ROSTER_ANSWERS,
  "DELETE /api/account/merges/:id": NOTHING,
  "DELETE /api/account": NOTHING,

  "GET /api/auth/session": communityShapes.session,
  "POST /api/auth/logout": NOTHING,
  "POST /api/auth/login/start": authorizationSchema,
  "POST /api/auth/character/start": authorizationSchema,
  "POST /api/auth/proof/start": authorizationSchema,
  "GET /api/auth/callback": callbackResultSchema,
  "POST /api/auth/claim-main": newSessionSchema,
  "DELETE /api/auth/claim-main": NOTHING,
  "POST /api/auth/take-back": newSessionSchema,
  "GET /api/auth/sessions": z.strictObject(activeSessionsSchema.shape),
  "DELETE /api/auth/sessions": NOTHING,
  "DELETE /api/auth/sessions/:id": NOTHING,
  "PUT /api/auth/main": NOTHING,
  "POST /api/auth/characters/:id/confirm": NOTHING,
  "DELETE /api/auth/characters/:id": NOTHING,
  "POST /api/auth/events/seen": NOTHING,
  "PUT /api/account/language": NOTHING,
  "GET /api/auth/events": z.strictObject({ events: z.array(accountEventSchema) }),

  "GET /api/characters": overviewSchema,
  "GET /api/characters/search": z.array(characterSummarySchema),
  "GET /api/characters/:id": characterDetailSchema,
  "POST /api/characters/:id/refresh": refreshResultSchema,
  "GET /api/skills": skillCatalogueSchema,

  "POST /api/discord/link/start": discordLinkStartSchema,
  "POST /api/discord/callback/tokens": discordAccountSchema,
  "DELETE /api/discord/link": NOTHING,

  "GET /api/activity": z.strictObject({ items: z.array(shapes.activity), nextCursor }),
  "GET /api/activity.csv": SPREADSHEET,
  "POST /api/watchlist/export": SPREADSHEET,

  "GET /api/corporations": pageOf(corporation),
  "POST /api/corporations": corporation,
  "GET /api/corporations/search": pageOf(corporation),
  "GET /api/corporations/lookup": z.strictObject({
    corporationId: z.int(),
    name: z.string(),
    ticker: z.string(),
    memberCount: count,
  }),
  "GET /api/corporations/directors/candidates": directorCandidates,
  "GET /api/corporations/:id": corporationDetail,
  "PUT /api/corporations/:id": corporation,
  "DELETE /api/corporations/:id": NOTHING,
  "POST /api/corporations/:id/verify": z.strictObject(verification),
  "POST /api/corporations/:id/fetch": z.strictObject({
    runs: z.array(z.strictObject({ id, category: corporationCategorySchema, joined: flag })),
  }),
  "GET /api/corporations/:id/data": corporationData,
  "GET /api/corporations/:id/activity": z.strictObject({
    items: z.array(shapes.corporationEvent),
    nextCursor,
  }),
  "GET /api/corporations/:id/directors": z.strictObject({ directors: z.array(director) }),
  "POST /api/corporations/:id/directors": director,
  "POST /api/corporations/:id/directors/verify-all": z.strictObject({
    directors: z.array(director),
    checked: count,
    pending: count,
  }),
  "PUT /api/corporations/:id/directors/:directorId": director,
  "DELETE /api/corporations/:id/directors/:directorId": NOTHING,
  "POST /api/corporations/:id/directors/:directorId/verify": z.strictObject({
    ...verification,
    director,
  }),

  "GET /api/groups/categories": z.array(shapes.category),
  "POST /api/groups/categories": shapes.category,
  "GET /api/groups/categories/:id": shapes.category,
  "PATCH /api/groups/categories/:id": shapes.category,
  "DELETE /api/groups/categories/:id": NOTHING,

  "GET /api/groups": pageOf(shapes.group),
  "POST /api/groups": shapes.group,
  "GET /api/groups/my-groups": myGroups,
  "GET /api/groups/waiting": waiting,
  "GET /api/groups/:id": shapes.group,
  "PATCH /api/groups/:id": shapes.group,
  "DELETE /api/groups/:id": NOTHING,
  "GET /api/groups/:id/activity": z.strictObject({ items: z.array(shapes.groupEvent), nextCursor }),
  "POST /api/groups/:id/join": shapes.group,
  "POST /api/groups/:id/leave": NOTHING,
  "GET /api/groups/:id/members": z.extend(pageOf(shapes.member), {
    isPartial: z.boolean(),
    problemCounts: z.nullable(
      z.strictObject({ grace: shapes.count, unknown: shapes.count, ending: shapes.count }),
    ),
  }),
  "GET /api/requirements/search": requirementShapes.eveHits,
  "GET /api/requirements/titles": requirementShapes.titles,
  "GET /api/requirements/facts": requirementShapes.declaredFacts,
  "GET /api/requirements/discord-servers": requirementShapes.managedServers,
  "GET /api/groups/:id/requirements": requirementShapes.groupRequirements,
  "PUT /api/groups/:id/requirements": requirementShapes.groupRequirements,
  "POST /api/groups/:id/requirements/preview": requirementShapes.preview,
  "POST /api/groups/:id/requirements/check": requirementShapes.check,
  "DELETE /api/groups/:id/members/:userId": NOTHING,
  "POST /api/groups/:id/admins": NOTHING,
  "DELETE /api/groups/:id/admins/:userId": NOTHING,
  "POST /api/groups/:id/transfer": shapes.group,
  ...REQUEST_ANSWERS,

  "GET /api/groups/invitations": pageOf(shapes.myInvitation),
  "POST /api/groups/invitations/decline-all": shapes.declined,
  "GET /api/groups/invitations/blocked": shapes.blockedGroups,
  "DELETE /api/groups/invitations/blocked/:id": NOTHING,
  "POST /api/groups/invitations/:id/block": NOTHING,
  "GET /api/groups/:id/invitations": pageOf(shapes.invitation),
  "POST /api/groups/:id/invitations": shapes.invitation,
  "POST /api/groups/invitations/:id/accept": shapes.joinedGroup,
  "POST /api/groups/invitations/:id/decline": NOTHING,
  "POST /api/groups/invitations/:id/revoke": NOTHING,
  ...CODE_ANSWERS,
  ...APPLICATION_ANSWERS,
};
