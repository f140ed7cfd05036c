import type { ExtractSchema } from "hono/types";
import * as z from "zod/mini";
import { killmailsSchema } from "#shared/corporations/killmails.ts";
import { deletionPreviewSchema } from "#shared/account/deletion.ts";
import { exportPageSchema } from "#shared/export.ts";
import {
  alarmChoicesSchema,
  alarmsSchema,
  testedAlarmSchema,
} from "#shared/corporations/alarms.ts";
import {
  mergePreviewSchema,
  mergeResultSchema,
  mergeSummarySchema,
} from "#shared/account/merge.ts";
import { adminSearchSchema } from "#shared/admin-search.ts";
import { countSchema, pageOf } from "#shared/answer.ts";
import {
  applicationSchema,
  applicationsSchema,
  applicationWithSecretSchema,
  claimsPreviewSchema,
  endedSessionsSchema,
  rotatedKeysSchema,
  signInsSchema,
  testSignInSchema,
} from "#shared/applications/applications.ts";
import {
  consentQuestionSchema,
  consentResultSchema,
  signOutQuestionSchema,
  signOutResultSchema,
} from "#shared/applications/consent.ts";
import { factSchema, factsSchema } from "#shared/facts.ts";
import { apiTokensSchema, apiTokenWithSecretSchema } from "#shared/applications/tokens.ts";
import {
  deliveriesSchema,
  deliverySchema,
  deliveryWithBodySchema,
  webhookSchema,
  webhooksSchema,
  webhookWithSecretSchema,
} from "#shared/applications/webhooks.ts";
import {
  accountEventSchema,
  characterCardSchema,
  characterDetailSchema,
  characterOverviewSchema,
  refreshResultSchema,
} from "#shared/characters.ts";
import { communitySettingsSchema, membersPreviewSchema } from "#shared/community.ts";
import { consequencesSchema } from "#shared/consequences.ts";
import {
  corporationDataSchema,
  corporationDetailSchema,
  corporationLookupSchema,
  corporationPageSchema,
  corporationSchema,
  directorCandidatesSchema,
  directorSchema,
  directorsSchema,
  fetchStartedSchema,
  verifyAllResultSchema,
  verifyDirectorResultSchema,
  verifyResultSchema,
} from "#shared/corporations/corporations.ts";
import { rosterDriftSchema, rosterPageSchema, rosterSchema } from "#shared/corporations/roster.ts";
import {
  commandsRegisteredSchema,
  directMessagesStateSchema,
  discordChannelsSchema,
  discordFeedSchema,
} from "#shared/discord/feeds.ts";
import { discordAccountSchema, discordLinkStartSchema } from "#shared/discord/link.ts";
import {
  groupDiscordRolesSchema,
  pastRoleHoldersSchema,
  roleHoldersSchema,
} from "#shared/discord/roles.ts";
import {
  discordServerSchema,
  discordServersSchema,
  driftSchema,
  heldMemberSchema,
  joinableServersSchema,
  serverPreviewSchema,
} from "#shared/discord/servers.ts";
import {
  activityLogSchema,
  activityPageSchema,
  corporationActivitySchema,
  discordActivitySchema,
} from "#shared/events/activity.ts";
import { categorySchema } from "#shared/groups/categories.ts";
import { endsSetSchema } from "#shared/groups/ends.ts";
import { groupFormSchema } from "#shared/groups/forms.ts";
import {
  groupMembersSchema,
  groupSchema,
  myGroupsSchema,
  waitingSchema,
} from "#shared/groups/groups.ts";
import {
  blockedGroupsSchema,
  groupInvitationSchema,
  inviteCodePreviewSchema,
  inviteCodeSchema,
  inviteLinkSchema,
  joinedGroupSchema,
  myInvitationSchema,
} from "#shared/groups/invitations.ts";
import { ownRequestSchema, requestPageSchema, sharedSchema } from "#shared/vetting.ts";
import {
  decisionResultSchema,
  joinRequestSchema,
  requestToReviewSchema,
} from "#shared/groups/requests.ts";
import {
  groupReviewSchema,
  reviewListSchema,
  reviewOutcomeSchema,
  reviewResultsSchema,
  startedReviewsSchema,
} from "#shared/groups/reviews.ts";
import { healthDetailsSchema, healthSchema } from "#shared/health.ts";
import { overviewSchema } from "#shared/overview.ts";
import {
  calendarFeedSchema,
  calendarLinkSchema,
  lossesSchema,
  operationRulesSchema,
  operationSchema,
  operationsSchema,
  planningSchema,
} from "#shared/operations/operations.ts";
import { participationOfSchema } from "#shared/operations/participation.ts";
import { accessSchema } from "#shared/pilots/access.ts";
import { bulkPreviewSchema, bulkResultSchema } from "#shared/pilots/bulk.ts";
import { lookupResultSchema } from "#shared/lookup.ts";
import { pilotPastSchema, whoCanSchema } from "#shared/pilots/past.ts";
import { pilotDetailSchema, pilotsSchema } from "#shared/pilots/pilots.ts";
import { undoPreviewSchema, undoResultSchema } from "#shared/pilots/undo.ts";
import {
  heldChangeSchema,
  heldChangesSchema,
  heldDetailSchema,
} from "#shared/requirements/held.ts";
import { checkSchema, groupRequirementsSchema, previewSchema } from "#shared/requirements/rule.ts";
import {
  corporationTitlesSchema,
  declaredFactsSchema,
  eveHitsSchema,
  managedServersSchema,
} from "#shared/requirements/search.ts";
import {
  activeSessionsSchema,
  authorizationSchema,
  callbackResultSchema,
  characterSummarySchema,
  newSessionSchema,
  sessionSchema,
} from "#shared/session.ts";
import { skillCatalogueSchema } from "#shared/training.ts";
import {
  importedWatchSchema,
  watchedRequestsSchema,
  watchEntrySchema,
  watchlistSchema,
  watchPreviewSchema,
} from "#shared/watchlist.ts";
import { API_PATH } from "#shared/applications/api.ts";
import { API_ANSWERS } from "#shared/applications/api-answers.ts";
import type { applicationApi } from "#worker/applications/api/routes.ts";
import type { programRoutes } from "#worker/programs/routes.ts";
import type { Api } from "#worker/app/app.ts";

/** What the handlers of an app return as JSON, by route: `GET /api/groups`. */
type JsonOf<App> = RoutesOf<ExtractSchema<App>>;
type RoutesOf<Paths> = UnionToIntersection<
  { [Path in keyof Paths & string]: MethodsOf<Path, Paths[Path]> }[keyof Paths & string]
>;
type MethodsOf<Path extends string, Methods> = {
  [
    Name in keyof Methods as Name extends `$${infer Method}`
      ? Methods[Name] extends { outputFormat: "json" }
        ? `${Uppercase<Method>} ${Path}`
        : never
      : never
  ]: Methods[Name] extends { output: infer Output } ? Output : never;
};
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The routes without a schema, or with another than their handlers return, and schemas without a route. */
type Wrong<Routes, Schemas> =
  | Exclude<keyof Schemas, keyof Routes>
  | {
      [Route in keyof Routes]: Route extends keyof Schemas
        ? Schemas[Route] extends z.ZodMiniType<infer Answer>
          ? Same<Answer, Routes[Route]> extends true
            ? never
            : Route
          : Route
        : Route;
    }[keyof Routes];
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

/** The schema of what each route returns as JSON. If it is missing or another, this does not compile. */
const answersOf =
  <Routes>() =>
  <Schemas extends Record<string, z.ZodMiniType>>(
    schemas: Schemas & {
      [Route in Wrong<Routes, Schemas>]: "a schema of what its handler returns";
    },
  ): [route: string, z.ZodMiniType][] =>
    Object.entries<z.ZodMiniType>(schemas);

const ofApi = answersOf<JsonOf<typeof applicationApi> & JsonOf<typeof programRoutes>>()(
  API_ANSWERS,
);

/** The type of an answer that is text. */
export const TEXTS: Record<string, RegExp> = {
  "GET /.well-known/security.txt": /^text\/plain;/i,
  "GET /api/activity.csv": /^text\/csv; charset=utf-8$/,
  "POST /api/watchlist/export": /^text\/csv; charset=utf-8$/,
};

/** The schema of an answer in JSON. A route that is not here, and not in `TEXTS`, has an answer without a body. */
export const ANSWERS: Record<string, z.ZodMiniType> = Object.fromEntries([
  ...ofApi.map(([route, schema]) => [route.replace(" ", ` ${API_PATH}`), schema] as const),
  ...answersOf<JsonOf<Api>>()({
    "GET /api/health": healthSchema,
    "GET /api/health/details": healthDetailsSchema,

    "GET /api/admin/community": communitySettingsSchema,
    "PUT /api/admin/community": communitySettingsSchema,
    "PUT /api/admin/community/members": communitySettingsSchema,
    "GET /api/admin/community/members/preview": membersPreviewSchema,
    "GET /api/admin/overview": overviewSchema,
    "GET /api/admin/consequences": consequencesSchema,
    "GET /api/groups/:id/consequences": consequencesSchema,
    "GET /api/admin/held": heldChangesSchema,
    "GET /api/admin/held/:id": heldDetailSchema,
    "POST /api/admin/held/:id/release": heldChangeSchema,
    "POST /api/admin/held/:id/discard": heldChangeSchema,
    "POST /api/admin/held/:id/compute": heldChangeSchema,

    "GET /api/operations": operationsSchema,
    "GET /api/operations/planning": planningSchema,
    "GET /api/operations/participation": participationOfSchema,
    "GET /api/operations/rules/:id": operationRulesSchema,
    "PUT /api/operations/rules/:id": operationRulesSchema,
    "GET /api/operations/calendar": calendarFeedSchema,
    "POST /api/operations/calendar": calendarLinkSchema,
    "POST /api/operations": operationSchema,
    "GET /api/operations/:id": operationSchema,
    "PUT /api/operations/:id": operationSchema,
    "PUT /api/operations/:id/cancelled": operationSchema,
    "PUT /api/operations/:id/answer": operationSchema,
    "PUT /api/operations/:id/reading": operationSchema,
    "PUT /api/operations/:id/participants": operationSchema,
    "GET /api/operations/:id/losses": lossesSchema,
    "PUT /api/operations/:id/losses/:killmailId": lossesSchema,
    "GET /api/account/export": exportPageSchema,
    "GET /api/account/deletion": deletionPreviewSchema,
    "GET /api/account/merges": z.strictObject({ merges: z.array(mergeSummarySchema) }),
    "GET /api/account/merges/:id": mergePreviewSchema,
    "POST /api/account/merges/:id/confirm": mergeResultSchema,
    "POST /api/account/merges/:id/accept": mergeResultSchema,

    "GET /api/admin/undo": undoPreviewSchema,
    "POST /api/admin/undo": undoResultSchema,
    "GET /api/access": accessSchema,
    "GET /api/admin/pilots": pilotsSchema,
    "GET /api/admin/search": adminSearchSchema,
    "GET /api/admin/pilots/:id": pilotDetailSchema,
    "GET /api/admin/pilots/:id/past": pilotPastSchema,
    "POST /api/admin/pilots/bulk/preview": bulkPreviewSchema,
    "POST /api/admin/pilots/lookup": lookupResultSchema,
    "POST /api/admin/pilots/bulk": bulkResultSchema,
    "GET /api/groups/:id/who-can": whoCanSchema,

    "GET /api/admin/discord": discordServersSchema,
    "POST /api/admin/discord": discordServerSchema,
    "GET /api/admin/discord/:id": discordServerSchema,
    "PUT /api/admin/discord/:id": discordServerSchema,
    "POST /api/admin/discord/:id/preview": serverPreviewSchema,
    "POST /api/admin/discord/:id/switch": discordServerSchema,
    "POST /api/admin/discord/:id/check": discordServerSchema,
    "GET /api/admin/discord/:id/drift": driftSchema,
    "GET /api/admin/discord/:id/roles/:roleId/holders": roleHoldersSchema,
    "GET /api/admin/discord/:id/roles/:roleId/past": pastRoleHoldersSchema,
    "POST /api/admin/discord/:id/drift": driftSchema,
    "GET /api/admin/discord/:id/removals": z.array(heldMemberSchema),
    "POST /api/admin/discord/:id/removals": discordServerSchema,
    "GET /api/admin/discord/:id/activity": discordActivitySchema,
    "GET /api/discord/servers": joinableServersSchema,
    "GET /api/groups/:id/discord-roles": groupDiscordRolesSchema,
    "POST /api/discord/link/start": discordLinkStartSchema,
    "POST /api/discord/callback/tokens": discordAccountSchema,
    "POST /api/discord/interactions": z.strictObject({ type: z.int() }),
    "GET /api/discord/messages": directMessagesStateSchema,
    "PUT /api/discord/messages": directMessagesStateSchema,
    "POST /api/admin/discord/commands": commandsRegisteredSchema,
    "GET /api/groups/:id/discord-feed": discordFeedSchema,
    "PUT /api/groups/:id/discord-feed": discordFeedSchema,
    "GET /api/groups/:id/discord-channels": discordChannelsSchema,
    "GET /api/admin/log/discord-feed": discordFeedSchema,
    "PUT /api/admin/log/discord-feed": discordFeedSchema,
    "GET /api/admin/log/discord-channels": discordChannelsSchema,
    "GET /api/watchlist/discord-feed": discordFeedSchema,
    "PUT /api/watchlist/discord-feed": discordFeedSchema,
    "GET /api/watchlist/discord-channels": discordChannelsSchema,
    "GET /api/corporations/:id/discord-feed": discordFeedSchema,
    "PUT /api/corporations/:id/discord-feed": discordFeedSchema,
    "GET /api/corporations/:id/discord-channels": discordChannelsSchema,
    "GET /api/corporations/:id/alarms": alarmsSchema,
    "PUT /api/corporations/:id/alarms": alarmsSchema,
    "GET /api/corporations/:id/alarms/choices": alarmChoicesSchema,
    "POST /api/corporations/:id/alarms/test": testedAlarmSchema,

    "GET /api/rosters/:id": rosterSchema,
    "GET /api/rosters/:id/members": rosterPageSchema,
    "GET /api/rosters/:id/drift": rosterDriftSchema,

    "GET /api/groups/:id/review": groupReviewSchema,
    "POST /api/groups/:id/review/finish": reviewOutcomeSchema,
    "GET /api/groups/:id/review/results": reviewResultsSchema,
    "GET /api/admin/reviews": reviewListSchema,
    "POST /api/admin/reviews": startedReviewsSchema,

    "GET /api/auth/session": sessionSchema,
    "POST /api/auth/login/start": authorizationSchema,
    "POST /api/auth/character/start": authorizationSchema,
    "POST /api/auth/proof/start": authorizationSchema,
    "GET /api/auth/callback": callbackResultSchema,
    "POST /api/auth/claim-main": newSessionSchema,
    "POST /api/auth/take-back": newSessionSchema,
    "GET /api/auth/sessions": activeSessionsSchema,
    "GET /api/auth/events": z.strictObject({ events: z.array(accountEventSchema) }),

    "GET /api/characters": characterOverviewSchema,
    "GET /api/characters/search": z.array(characterSummarySchema),
    "GET /api/characters/:id": characterDetailSchema,
    "GET /api/characters/:id/card": characterCardSchema,
    "POST /api/characters/:id/refresh": refreshResultSchema,
    "GET /api/skills": skillCatalogueSchema,

    "GET /api/activity": activityLogSchema,

    "GET /api/corporations": corporationPageSchema,
    "POST /api/corporations": corporationSchema,
    "GET /api/corporations/search": corporationPageSchema,
    "GET /api/corporations/lookup": corporationLookupSchema,
    "GET /api/corporations/directors/candidates": directorCandidatesSchema,
    "GET /api/corporations/:id": corporationDetailSchema,
    "PUT /api/corporations/:id": corporationSchema,
    "POST /api/corporations/:id/verify": verifyResultSchema,
    "POST /api/corporations/:id/fetch": fetchStartedSchema,
    "GET /api/corporations/:id/data": corporationDataSchema,
    "GET /api/corporations/:id/killmails": killmailsSchema,
    "GET /api/corporations/:id/activity": corporationActivitySchema,
    "GET /api/corporations/:id/directors": directorsSchema,
    "POST /api/corporations/:id/directors": directorSchema,
    "POST /api/corporations/:id/directors/verify-all": verifyAllResultSchema,
    "PUT /api/corporations/:id/directors/:directorId": directorSchema,
    "POST /api/corporations/:id/directors/:directorId/verify": verifyDirectorResultSchema,

    "GET /api/groups/categories": z.array(categorySchema),
    "POST /api/groups/categories": categorySchema,
    "GET /api/groups/categories/:id": categorySchema,
    "PATCH /api/groups/categories/:id": categorySchema,

    "GET /api/groups": pageOf(groupSchema),
    "POST /api/groups": groupSchema,
    "GET /api/groups/my-groups": myGroupsSchema,
    "GET /api/groups/waiting": waitingSchema,
    "GET /api/groups/:id": groupSchema,
    "PATCH /api/groups/:id": groupSchema,
    "GET /api/groups/:id/activity": activityPageSchema,
    "POST /api/groups/:id/join": groupSchema,
    "GET /api/groups/:id/members": groupMembersSchema,
    "POST /api/groups/:id/transfer": groupSchema,
    "PUT /api/groups/:id/members/ends": endsSetSchema,
    "POST /api/groups/:id/emergency-access": groupSchema,

    "GET /api/requirements/search": eveHitsSchema,
    "GET /api/requirements/titles": corporationTitlesSchema,
    "GET /api/requirements/facts": declaredFactsSchema,
    "GET /api/requirements/discord-servers": managedServersSchema,
    "GET /api/groups/:id/requirements": groupRequirementsSchema,
    "PUT /api/groups/:id/requirements": groupRequirementsSchema,
    "POST /api/groups/:id/requirements/preview": previewSchema,
    "POST /api/groups/:id/requirements/check": checkSchema,

    "GET /api/groups/:id/join-requests": pageOf(requestToReviewSchema),
    "GET /api/groups/:id/form": groupFormSchema,
    "GET /api/groups/:id/form/own": z.array(sharedSchema),
    "POST /api/groups/join-requests/:id/look": sharedSchema,
    "GET /api/groups/join-requests/:id": requestPageSchema,
    "GET /api/groups/join-requests/:id/own": ownRequestSchema,
    "POST /api/groups/:id/join-requests": joinRequestSchema,
    "POST /api/groups/:id/join-requests/approve": decisionResultSchema,
    "POST /api/groups/:id/join-requests/reject": decisionResultSchema,
    "POST /api/groups/:id/join-requests/undo": decisionResultSchema,

    "GET /api/groups/invitations": pageOf(myInvitationSchema),
    "POST /api/groups/invitations/decline-all": z.strictObject({ declined: countSchema }),
    "GET /api/groups/invitations/blocked": blockedGroupsSchema,
    "GET /api/groups/:id/invitations": pageOf(groupInvitationSchema),
    "POST /api/groups/:id/invitations": groupInvitationSchema,
    "POST /api/groups/invitations/:id/accept": joinedGroupSchema,
    "GET /api/groups/:id/invite-codes": pageOf(inviteCodeSchema),
    "POST /api/groups/:id/invite-codes": inviteCodeSchema,
    "POST /api/groups/invite-codes/preview": inviteCodePreviewSchema,
    "POST /api/invite-links": inviteLinkSchema,
    "POST /api/groups/invite-codes/redeem": joinedGroupSchema,

    "GET /api/watchlist": watchlistSchema,
    "POST /api/watchlist": watchEntrySchema,
    "GET /api/watchlist/preview": watchPreviewSchema,
    "GET /api/watchlist/requests/:id": watchedRequestsSchema,
    "GET /api/watchlist/hits": watchedRequestsSchema,
    "POST /api/watchlist/import": importedWatchSchema,
    "PATCH /api/watchlist/:id": watchEntrySchema,

    "GET /api/admin/applications": applicationsSchema,
    "POST /api/admin/applications": applicationWithSecretSchema,
    "POST /api/admin/applications/keys/rotate": rotatedKeysSchema,
    "GET /api/admin/applications/:id": applicationSchema,
    "PATCH /api/admin/applications/:id": applicationSchema,
    "POST /api/admin/applications/:id/switch": applicationSchema,
    "POST /api/admin/applications/:id/secret": applicationWithSecretSchema,
    "POST /api/admin/applications/:id/end-sessions": endedSessionsSchema,
    "POST /api/admin/applications/:id/test-sign-in": testSignInSchema,
    "GET /api/admin/applications/:id/sign-ins": signInsSchema,
    "GET /api/admin/applications/:id/claims": claimsPreviewSchema,
    "GET /api/admin/applications/:id/tokens": apiTokensSchema,
    "POST /api/admin/applications/:id/tokens": apiTokenWithSecretSchema,
    "GET /api/admin/applications/:id/facts": factsSchema,
    "POST /api/admin/applications/:id/facts": factSchema,
    "PATCH /api/admin/applications/:id/facts/:key": factSchema,
    "GET /api/admin/applications/:id/webhooks": webhooksSchema,
    "POST /api/admin/applications/:id/webhooks": webhookWithSecretSchema,
    "PATCH /api/admin/applications/:id/webhooks/:webhookId": webhookSchema,
    "POST /api/admin/applications/:id/webhooks/:webhookId/secret": webhookWithSecretSchema,
    "POST /api/admin/applications/:id/webhooks/:webhookId/test": deliverySchema,
    "GET /api/admin/applications/:id/deliveries": deliveriesSchema,
    "GET /api/admin/applications/:id/deliveries/:deliveryId": deliveryWithBodySchema,
    "POST /api/admin/applications/:id/deliveries/:deliveryId/replay": deliverySchema,
    "GET /api/consent": consentQuestionSchema,
    "POST /api/consent": consentResultSchema,
    "GET /api/sign-out": signOutQuestionSchema,
    "POST /api/sign-out": signOutResultSchema,
  }),
]);
