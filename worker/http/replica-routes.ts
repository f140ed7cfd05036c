/** Why a read uses the primary. */
type AtPrimary = { primary: string };

const ADMINISTRATION = { primary: "Administration decides by what is true now." };
const SIGN_IN = { primary: "Sign-in, sessions and accounts." };
const APPLICATIONS = { primary: "Applications act by it, and keep no bookmark." };
const BEFORE_AN_ACT = { primary: "It is shown before an act that it describes." };
const SECRETS = { primary: "It shows secrets of a group." };
const RECORDS = { primary: "It records who has looked." };
const LEADERS = { primary: "Few read it, and decide by it." };
const WITHOUT_DATABASE = { primary: "It reads nothing of the database." };

/**
 * Where each read of the API may come from: `replica`, a copy of the database that is behind the primary by 30 seconds at most
 * (`db/replicas.ts`), or the primary. A write, a cron, the queue and a read that is not listed use the primary. A test walks the
 * routes of the app: a new read has to say where it belongs (docs/decisions/0098-reads-from-replicas.md).
 */
export const READS: Readonly<Record<string, "replica" | AtPrimary>> = {
  // What players look at.
  "GET /api/access": "replica",
  "GET /api/characters": "replica",
  "GET /api/characters/:id": "replica",
  "GET /api/characters/search": "replica",
  "GET /api/discord/messages": "replica",
  "GET /api/discord/servers": "replica",
  "GET /api/groups": "replica",
  "GET /api/groups/:id": "replica",
  "GET /api/groups/:id/activity": "replica",
  "GET /api/groups/:id/discord-roles": "replica",
  "GET /api/groups/:id/form": "replica",
  "GET /api/groups/:id/form/own": "replica",
  "GET /api/groups/:id/invitations": "replica",
  "GET /api/groups/:id/join-requests": "replica",
  "GET /api/groups/:id/members": "replica",
  "GET /api/groups/:id/requirements": "replica",
  "GET /api/groups/categories": "replica",
  "GET /api/groups/categories/:id": "replica",
  "GET /api/groups/invitations": "replica",
  "GET /api/groups/invitations/blocked": "replica",
  "GET /api/groups/join-requests/:id": "replica",
  "GET /api/groups/join-requests/:id/own": "replica",
  "GET /api/groups/my-groups": "replica",
  "GET /api/groups/waiting": "replica",
  // What leaders decide by.
  "GET /api/groups/:id/consequences": BEFORE_AN_ACT,
  "GET /api/groups/:id/discord-channels": LEADERS,
  "GET /api/groups/:id/discord-feed": LEADERS,
  "GET /api/groups/:id/invite-codes": SECRETS,
  "GET /api/groups/:id/review": RECORDS,
  "GET /api/groups/:id/review/results": LEADERS,
  "GET /api/groups/:id/who-can": RECORDS,
  "GET /api/requirements/discord-servers": ADMINISTRATION,
  "GET /api/requirements/facts": ADMINISTRATION,
  "GET /api/requirements/search": LEADERS,
  "GET /api/requirements/titles": ADMINISTRATION,
  "GET /api/rosters/:id": LEADERS,
  "GET /api/rosters/:id/drift": LEADERS,
  "GET /api/rosters/:id/members": LEADERS,
  "GET /api/watchlist": ADMINISTRATION,
  "GET /api/watchlist/discord-channels": ADMINISTRATION,
  "GET /api/watchlist/discord-feed": ADMINISTRATION,
  "GET /api/watchlist/preview": BEFORE_AN_ACT,
  "GET /api/watchlist/requests/:id": RECORDS,
  // Sign-in and accounts.
  "GET /api/account/deletion": BEFORE_AN_ACT,
  "GET /api/account/export": SIGN_IN,
  "GET /api/account/merges": SIGN_IN,
  "GET /api/account/merges/:id": BEFORE_AN_ACT,
  "GET /api/auth/callback": SIGN_IN,
  "GET /api/auth/events": SIGN_IN,
  "GET /api/auth/session": SIGN_IN,
  "GET /api/auth/sessions": SIGN_IN,
  "GET /api/consent": SIGN_IN,
  "GET /api/sign-out": SIGN_IN,
  "GET /oauth/authorize": SIGN_IN,
  "GET /oauth/jwks": SIGN_IN,
  "GET /oauth/logout": SIGN_IN,
  "GET /oauth/userinfo": APPLICATIONS,
  "GET /.well-known/oauth-authorization-server": APPLICATIONS,
  "GET /.well-known/openid-configuration": APPLICATIONS,
  "GET /.well-known/security.txt": WITHOUT_DATABASE,
  // The API for programs.
  "GET /api/v1/characters/:id/pilot": APPLICATIONS,
  "GET /api/v1/corporations": APPLICATIONS,
  "GET /api/v1/corporations/:id/roster": APPLICATIONS,
  "GET /api/v1/facts": APPLICATIONS,
  "GET /api/v1/groups": APPLICATIONS,
  "GET /api/v1/groups/:id/members": APPLICATIONS,
  "GET /api/v1/pilots": APPLICATIONS,
  "GET /api/v1/pilots/:id": APPLICATIONS,
  "GET /api/v1/pilots/:id/groups": APPLICATIONS,
  "GET /api/v1/token": APPLICATIONS,
  // Administration.
  "GET /api/activity": ADMINISTRATION,
  "GET /api/activity.csv": ADMINISTRATION,
  "GET /api/admin/applications": ADMINISTRATION,
  "GET /api/admin/applications/:id": ADMINISTRATION,
  "GET /api/admin/applications/:id/claims": ADMINISTRATION,
  "GET /api/admin/applications/:id/deliveries": ADMINISTRATION,
  "GET /api/admin/applications/:id/deliveries/:deliveryId": ADMINISTRATION,
  "GET /api/admin/applications/:id/facts": ADMINISTRATION,
  "GET /api/admin/applications/:id/sign-ins": ADMINISTRATION,
  "GET /api/admin/applications/:id/tokens": ADMINISTRATION,
  "GET /api/admin/applications/:id/webhooks": ADMINISTRATION,
  "GET /api/admin/community": ADMINISTRATION,
  "GET /api/admin/community/members/preview": BEFORE_AN_ACT,
  "GET /api/admin/consequences": BEFORE_AN_ACT,
  "GET /api/admin/discord": ADMINISTRATION,
  "GET /api/admin/discord/:id": ADMINISTRATION,
  "GET /api/admin/discord/:id/activity": ADMINISTRATION,
  "GET /api/admin/discord/:id/drift": ADMINISTRATION,
  "GET /api/admin/discord/:id/removals": ADMINISTRATION,
  "GET /api/admin/discord/:id/roles/:roleId/holders": ADMINISTRATION,
  "GET /api/admin/discord/:id/roles/:roleId/past": ADMINISTRATION,
  "GET /api/admin/held": ADMINISTRATION,
  "GET /api/admin/held/:id": ADMINISTRATION,
  "GET /api/admin/log/discord-channels": ADMINISTRATION,
  "GET /api/admin/log/discord-feed": ADMINISTRATION,
  "GET /api/admin/overview": ADMINISTRATION,
  "GET /api/admin/pilots": ADMINISTRATION,
  "GET /api/admin/pilots/:id": ADMINISTRATION,
  "GET /api/admin/pilots/:id/past": ADMINISTRATION,
  "GET /api/admin/reviews": ADMINISTRATION,
  "GET /api/admin/search": ADMINISTRATION,
  "GET /api/admin/undo": BEFORE_AN_ACT,
  "GET /api/corporations": ADMINISTRATION,
  "GET /api/corporations/:id": ADMINISTRATION,
  "GET /api/corporations/:id/activity": ADMINISTRATION,
  "GET /api/corporations/:id/data": ADMINISTRATION,
  "GET /api/corporations/:id/directors": ADMINISTRATION,
  "GET /api/corporations/:id/discord-channels": ADMINISTRATION,
  "GET /api/corporations/:id/discord-feed": ADMINISTRATION,
  "GET /api/corporations/directors/candidates": ADMINISTRATION,
  "GET /api/corporations/lookup": ADMINISTRATION,
  "GET /api/corporations/search": ADMINISTRATION,
  "GET /api/health": ADMINISTRATION,
  "GET /api/health/details": ADMINISTRATION,
  "GET /api/skills": WITHOUT_DATABASE,
};

export function mayReadReplica(route: string): boolean {
  return READS[route] === "replica";
}
