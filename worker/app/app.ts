import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { TrieRouter } from "hono/router/trie-router";
import { API_PATH } from "#shared/applications/api.ts";
import { accountRoutes } from "#worker/account/routes.ts";
import { activityRoutes } from "#worker/activity.ts";
import { applicationApi } from "#worker/applications/api/routes.ts";
import { factRoutes } from "#worker/applications/facts/routes.ts";
import { consentRoutes, signOutRoutes } from "#worker/applications/oidc/consent-routes.ts";
import {
  allowAllOrigins,
  discoveryRoutes,
  oauthRoutes,
  PUBLIC_PATHS,
} from "#worker/applications/oidc/routes.ts";
import { apiTokenRoutes, applicationRoutes } from "#worker/applications/routes.ts";
import { webhookRoutes } from "#worker/applications/webhooks/routes.ts";
import { isInDebt, settle } from "#worker/audit/daily-limits.ts";
import { adminRoutes } from "#worker/auth/admin-routes.ts";
import { authRoutes } from "#worker/auth/routes.ts";
import { refreshAfterSignIn } from "#worker/characters/refresh/refresh.ts";
import { characterRoutes } from "#worker/characters/routes.ts";
import { communityRoutes } from "#worker/community/routes.ts";
import { consequenceRoutes, groupConsequenceRoutes } from "#worker/consequences/routes.ts";
import { directorRoutes } from "#worker/corporations/directors/routes.ts";
import { verifyAfterGrant } from "#worker/corporations/directors/verify.ts";
import { fetchRoutes, corporationRoutes } from "#worker/corporations/routes.ts";
import { commandRoutes } from "#worker/discord/commands/routes.ts";
import { checkProfile } from "#worker/discord/link/service.ts";
import { discordRoutes } from "#worker/discord/link/routes.ts";
import { eventWork } from "#worker/discord/posts/operation-events.ts";
import { postAfterRequest } from "#worker/discord/posts/service.ts";
import {
  corporationFeedRoutes,
  directMessageRoutes,
  groupFeedRoutes,
  logFeedRoutes,
} from "#worker/discord/posts/settings/routes.ts";
import { groupRoleRoutes, roleHolderRoutes } from "#worker/discord/servers/roles/routes.ts";
import { joinRoutes, serverRoutes } from "#worker/discord/servers/routes.ts";
import { heldRoutes } from "#worker/enrolment/held/routes.ts";
import { requirementRoutes, requirementSearchRoutes } from "#worker/enrolment/rules/routes.ts";
import type { App } from "#worker/env.ts";
import { inviteLinkRoutes } from "#worker/groups/codes/routes.ts";
import { groupRoutes } from "#worker/groups/routes.ts";
import { forgetProbes } from "#worker/health/probes.ts";
import { healthRoutes, securityTxt } from "#worker/health/routes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { answerOtherMethods, refuseCrossSiteWrites } from "#worker/http/cross-site.ts";
import { onError } from "#worker/http/on-error.ts";
import { requestContext, requestLog } from "#worker/http/request-context.ts";
import { declarationsOf, PRIMARY, visitors } from "#worker/http/route-declaration.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { securityHeaders } from "#worker/http/security-headers.ts";
import { interactionRoutes } from "#worker/interactions/routes.ts";
import { repeatWork } from "#worker/operations/repeats.ts";
import { calendarRoutes, operationRoutes } from "#worker/operations/routes.ts";
import { nextOperations } from "#worker/operations/service.ts";
import { overviewRoutes } from "#worker/overview/routes.ts";
import { lookupRoutes } from "#worker/lookup.ts";
import { accessRoutes, pilotRoutes, whoCanRoutes } from "#worker/pilots/routes.ts";
import { programRoutes } from "#worker/programs/routes.ts";
import { adminReviewRoutes, reviewRoutes } from "#worker/reviews/routes.ts";
import { rosterRoutes } from "#worker/roster/routes.ts";
import { searchRoutes } from "#worker/search.ts";
import { skillRoutes } from "#worker/universe/skill-routes.ts";
import { undoRoutes } from "#worker/undo/routes.ts";
import { watchlistRoutes } from "#worker/watchlist/routes.ts";
import { beginDue } from "#worker/work/begin-due.ts";

const MAX_BODY_BYTES = 64 * 1024;

/** Hono's default tries a `RegExpRouter` first, which cannot express these routes: that took 28 ms of each start. */
export const app = new Hono<App>({ router: new TrieRouter() });

app.onError(onError);
app.notFound(() => {
  throw new ApiError("no_such_route");
});
app.use(requestLog, securityHeaders);
// Applications sign in from other sites, under /oauth.
app.use("/api/*", refuseCrossSiteWrites);
for (const path of PUBLIC_PATHS) app.use(path, allowAllOrigins);
app.use(answerOtherMethods(app));
app.use(
  bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new ApiError("body_too_large");
    },
  }),
);
app.use(requestContext);
app.use(async (c, next) => {
  await next();
  const context = c.get("context");
  if (isInDebt(context.db)) runBehind(c, () => settle(context));
});

app.post("/api/groups/:id/join-requests", postAfterRequest);
/** Later operations of a series, and events of Discord servers: at once, and not with the next cron. */
const afterPlanning = createMiddleware<App>(async (c, next) => {
  await next();
  const context = c.get("context");
  if (!c.res.ok) return;
  runBehind(c, async () => {
    await beginDue(context, repeatWork);
    await eventWork.read({ kind: eventWork.kind }).slice(context);
  });
});
app.post("/api/operations", afterPlanning);
app.put("/api/operations/:id", afterPlanning);
app.put("/api/operations/:id/cancelled", afterPlanning);
app.put("/api/operations/rules/:id", afterPlanning);

const api = app
  .basePath("/api")
  .route("/health", healthRoutes)
  .route(
    "/auth",
    authRoutes({
      afterAuthorization: refreshAfterSignIn,
      afterDirectorGrant: verifyAfterGrant,
      afterDiscordCheckDue: checkProfile,
    }),
  )
  .route("/account", accountRoutes)
  .route("/consent", consentRoutes)
  .route("/sign-out", signOutRoutes)
  .route("/characters", characterRoutes(nextOperations))
  .route("/access", accessRoutes)
  .route("/skills", skillRoutes)
  .route("/discord/servers", joinRoutes)
  // Before the routes that need a session.
  .route("/discord", interactionRoutes)
  .route("/discord/messages", directMessageRoutes)
  .route("/discord", discordRoutes)
  .route("/", activityRoutes)
  .route("/admin", adminRoutes)
  .route("/admin/applications", applicationRoutes)
  .route("/admin/community", communityRoutes)
  .route("/admin/consequences", consequenceRoutes)
  .route("/admin/held", heldRoutes)
  .route("/admin/reviews", adminReviewRoutes)
  .route("/admin/log", logFeedRoutes)
  .route("/admin/overview", overviewRoutes)
  .route("/admin/pilots/lookup", lookupRoutes)
  .route("/admin/pilots", pilotRoutes)
  .route("/admin/search", searchRoutes)
  .route("/admin/undo", undoRoutes)
  .route("/admin/discord", commandRoutes(forgetProbes))
  .route("/admin/discord", serverRoutes)
  .route("/admin/discord", roleHolderRoutes)
  .route("/admin/applications", apiTokenRoutes)
  .route("/admin/applications", webhookRoutes)
  .route("/admin/applications", factRoutes)
  .route("/requirements", requirementSearchRoutes)
  .route("/groups", requirementRoutes)
  .route("/groups", whoCanRoutes)
  .route("/groups", groupConsequenceRoutes)
  .route("/groups", reviewRoutes)
  .route("/groups", groupRoleRoutes)
  .route("/groups", groupFeedRoutes)
  .route("/groups", groupRoutes)
  .route("/operations", operationRoutes)
  .route("/invite-links", inviteLinkRoutes)
  .route("/watchlist", watchlistRoutes)
  .route("/rosters", rosterRoutes)
  .route("/corporations", directorRoutes)
  .route("/corporations", corporationFeedRoutes)
  .route("/corporations", fetchRoutes)
  .route("/corporations", corporationRoutes);

// For programs, and not for the SPA's client.
app.route("/api/calendar.ics", calendarRoutes);
app.route(API_PATH, applicationApi);
app.route(API_PATH, programRoutes);
app.route("/oauth", oauthRoutes);
app.route("/.well-known", discoveryRoutes);

/** A Worker route and not a static file, because its contact comes from the configuration (RFC 9116). */
app.get("/.well-known/security.txt", visitors({ reads: PRIMARY.withoutDatabase }), async (c) => {
  const text = securityTxt(c.get("context").config.ESI_CONTACT, Date.now());
  return text === undefined ? c.notFound() : c.text(text);
});

/** What each route declares. A route without a declaration keeps the Worker from starting. */
export const DECLARATIONS = declarationsOf(app);

/** The type from which the SPA's client is derived. */
export type Api = typeof api;
