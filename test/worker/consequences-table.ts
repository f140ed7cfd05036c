import type { Act } from "#shared/consequences.ts";

/**
 * What a write of administrators and owners takes away, and how the person learns of it first:
 * - `shows`: its dialog has the consequences of this act. `undo`: how it is undone, or why not.
 * - `previews`: the page shows, before, what it changes for whom.
 * - `undo` alone: one thing that is named in the question, and can be brought back as it says.
 * - `nothing`: it takes nothing away, and why.
 */
export type Told =
  | { shows: Act; undo: string }
  | { previews: string; undo: string }
  | { undo: string }
  | { nothing: string };

const GIVES = { nothing: "It adds or allows something." };
const READS = { nothing: "It reads, checks or counts." };
const OWN = { nothing: "A user decides about their own membership." };
const BY_UNDO = "Undo gives back what it took, for 30 days (docs/decisions/0070).";
const AGAIN = "The same page sets it again. Activity has the former value.";
const MADE_AGAIN =
  "Made again in the same place. What it was is shown once only, so it has another value.";

export const CONSEQUENCES: Record<string, Told> = {
  // People.
  "PUT /api/admin/users/:id/suspension": {
    shows: "suspension",
    undo: "An administrator lifts it.",
  },
  "DELETE /api/admin/users/:id/suspension": GIVES,
  "DELETE /api/admin/pilots/:id/sessions": { undo: "The player logs in again." },
  "POST /api/admin/administrators/:id/confirm": GIVES,
  "POST /api/admin/pilots/bulk": { previews: "POST /api/admin/pilots/bulk/preview", undo: BY_UNDO },
  "POST /api/admin/pilots/bulk/preview": READS,
  "POST /api/admin/undo": {
    previews: "GET /api/admin/undo",
    undo: "It is a change of the administrator like others, and Undo reverts it.",
  },
  "POST /api/admin/held/:id/compute": READS,
  "POST /api/admin/held/:id/discard": { nothing: "Everybody stays." },
  "POST /api/admin/held/:id/release": {
    previews: "GET /api/admin/held/:id",
    undo: "Removed members are added again by their groups, or by the requirements when they meet them.",
  },
  "POST /api/admin/reviews": GIVES,

  // The community.
  "PUT /api/admin/community": { undo: AGAIN },
  "PUT /api/admin/community/members": {
    previews: "GET /api/admin/community/members/preview",
    undo: AGAIN,
  },

  // The watchlist. Where requirements ask for it, an entry that refuses ends memberships.
  "POST /api/watchlist": { previews: "GET /api/watchlist/preview", undo: "Removed again." },
  "PATCH /api/watchlist/:id": { previews: "GET /api/watchlist/preview", undo: AGAIN },
  "POST /api/watchlist/import": {
    previews: "GET /api/watchlist/preview",
    undo: "Removed again: many removals of members are held.",
  },
  "POST /api/watchlist/export": READS,
  "DELETE /api/watchlist/:id": { undo: "Added again: what it hits is found again." },
  "POST /api/watchlist/:id/seen": READS,
  "PUT /api/watchlist/keepers": { undo: AGAIN },
  "PUT /api/watchlist/discord-feed": { undo: AGAIN },
  "DELETE /api/watchlist/discord-feed": { undo: AGAIN },

  // Applications.
  "POST /api/admin/applications": GIVES,
  "PATCH /api/admin/applications/:id": { undo: AGAIN },
  "DELETE /api/admin/applications/:id": {
    shows: "application",
    undo: "Never: ids and secrets are not given twice. The dialog leads to switching off.",
  },
  "POST /api/admin/applications/:id/secret": {
    undo: "The former secret works for another day.",
  },
  "POST /api/admin/applications/:id/switch": {
    shows: "application_off",
    undo: "Switched on again with all settings.",
  },
  "POST /api/admin/applications/:id/end-sessions": { undo: "The players sign in again." },
  "POST /api/admin/applications/:id/test-sign-in": READS,
  "POST /api/admin/applications/keys/rotate": {
    undo: "The former key stays valid until the next rotation.",
  },
  "POST /api/admin/applications/:id/tokens": GIVES,
  "DELETE /api/admin/applications/:id/tokens/:tokenId": { undo: MADE_AGAIN },
  "POST /api/admin/applications/:id/facts": GIVES,
  "PATCH /api/admin/applications/:id/facts/:key": { undo: AGAIN },
  "DELETE /api/admin/applications/:id/facts/:key": {
    undo: "Declared again, and the application writes it again. Until then it is unknown: nobody loses a membership by it.",
  },
  "POST /api/admin/applications/:id/webhooks": GIVES,
  "PATCH /api/admin/applications/:id/webhooks/:webhookId": { undo: AGAIN },
  "DELETE /api/admin/applications/:id/webhooks/:webhookId": { undo: MADE_AGAIN },
  "POST /api/admin/applications/:id/webhooks/:webhookId/secret": {
    undo: "The former secret signs for another day.",
  },
  "POST /api/admin/applications/:id/webhooks/:webhookId/test": READS,
  "POST /api/admin/applications/:id/deliveries/:deliveryId/replay": READS,

  // Discord.
  "POST /api/admin/discord": GIVES,
  "PUT /api/admin/discord/:id": { previews: "POST /api/admin/discord/:id/preview", undo: AGAIN },
  "DELETE /api/admin/discord/:id": {
    shows: "server",
    undo: "Set up again with the mapping that the log has. The dialog leads to switching off.",
  },
  "POST /api/admin/discord/:id/switch": {
    previews: "POST /api/admin/discord/:id/preview",
    undo: "Switched the other way.",
  },
  "POST /api/admin/discord/:id/check": READS,
  "POST /api/admin/discord/:id/preview": READS,
  "POST /api/admin/discord/:id/drift": {
    shows: "drift",
    undo: "The role is given by hand in Discord again, and kept.",
  },
  "POST /api/admin/discord/:id/removals": {
    previews: "GET /api/admin/discord/:id/removals",
    undo: "A role follows a group again when the person is a member again.",
  },
  "POST /api/admin/discord/commands": GIVES,
  "PUT /api/admin/log/discord-feed": { undo: AGAIN },
  "DELETE /api/admin/log/discord-feed": { undo: AGAIN },
  "PUT /api/corporations/:id/discord-feed": { undo: AGAIN },
  "DELETE /api/corporations/:id/discord-feed": { undo: AGAIN },
  "PUT /api/groups/:id/discord-feed": { undo: AGAIN },
  "DELETE /api/groups/:id/discord-feed": { undo: AGAIN },

  // Corporations.
  "POST /api/corporations": GIVES,
  "PUT /api/corporations/:id": { undo: AGAIN },
  "DELETE /api/corporations/:id": {
    shows: "corporation",
    undo: "Added again, with its directors; old records do not come back. The dialog leads to switching off.",
  },
  "POST /api/corporations/:id/verify": READS,
  "POST /api/corporations/:id/fetch": READS,
  "POST /api/corporations/:id/directors": GIVES,
  "PUT /api/corporations/:id/directors/:directorId": { undo: AGAIN },
  "DELETE /api/corporations/:id/directors/:directorId": {
    shows: "director",
    undo: "Added again: the authorization stays.",
  },
  "POST /api/corporations/:id/directors/:directorId/verify": READS,
  "POST /api/corporations/:id/directors/verify-all": READS,
  "POST /api/rosters/:id/read": READS,
  "PUT /api/rosters/:id": { undo: AGAIN },

  // Groups.
  "POST /api/groups": GIVES,
  "PATCH /api/groups/:id": { undo: BY_UNDO },
  "DELETE /api/groups/:id": {
    shows: "group",
    undo: "Never: a deleted group does not come back. The dialog leads to hiding and closing it.",
  },
  "POST /api/groups/:id/transfer": { undo: BY_UNDO },
  "POST /api/groups/:id/admins": GIVES,
  "DELETE /api/groups/:id/admins/:userId": { undo: BY_UNDO },
  "POST /api/groups/:id/emergency-access": GIVES,
  "POST /api/groups/:id/invite-codes": GIVES,
  "POST /api/groups/invite-codes/:id/revoke": { undo: MADE_AGAIN },
  "POST /api/groups/invite-codes/preview": READS,
  "POST /api/groups/invite-codes/redeem": OWN,
  "POST /api/groups/:id/join": OWN,
  "POST /api/groups/:id/leave": OWN,
  "PUT /api/groups/:id/form": { undo: AGAIN },
  "PUT /api/groups/join-requests/:id/talks": { undo: AGAIN },
  "POST /api/groups/join-requests/:id/look": READS,
  "PUT /api/groups/join-requests/:id/sharing": OWN,
  "POST /api/groups/join-requests/:id/notes": GIVES,
  "DELETE /api/groups/join-requests/:id/notes/:noteId": {
    undo: "A reviewer deletes an own note, and writes it again.",
  },
  "POST /api/groups/:id/join-requests": OWN,
  "POST /api/groups/join-requests/:id/withdraw": OWN,
  "POST /api/groups/invitations/:id/accept": OWN,
  "POST /api/groups/invitations/:id/decline": OWN,
  "POST /api/groups/invitations/decline-all": OWN,
  "POST /api/groups/invitations/:id/block": OWN,
  "DELETE /api/groups/invitations/blocked/:id": OWN,
  "POST /api/groups/:id/invitations": GIVES,
  "POST /api/groups/invitations/:id/revoke": { undo: "The player is invited again." },
  "POST /api/groups/join-requests/:id/approve": GIVES,
  "POST /api/groups/join-requests/:id/reject": {
    undo: "The toast and the list undo it (docs/decisions/0038).",
  },
  "POST /api/groups/:id/join-requests/approve": GIVES,
  "POST /api/groups/:id/join-requests/reject": {
    undo: "The toast and the list undo it (docs/decisions/0038).",
  },
  "POST /api/groups/:id/join-requests/undo": { undo: "The request is decided again." },
  "DELETE /api/groups/:id/members/:userId": { undo: BY_UNDO },
  "PUT /api/groups/:id/members/ends": { undo: BY_UNDO },
  "PUT /api/groups/:id/requirements": {
    previews: "POST /api/groups/:id/requirements/preview",
    undo: BY_UNDO,
  },
  "POST /api/groups/:id/requirements/check": READS,
  "POST /api/groups/:id/requirements/preview": READS,
  "POST /api/groups/:id/review": GIVES,
  "POST /api/groups/:id/review/finish": {
    previews: "GET /api/groups/:id/review",
    undo: BY_UNDO,
  },
  "PUT /api/groups/:id/review/decisions": { undo: "Decided again until the review is finished." },
  "PUT /api/groups/:id/review/settings": { undo: AGAIN },
  "POST /api/groups/categories": GIVES,
  "PATCH /api/groups/categories/:id": { undo: AGAIN },
  "DELETE /api/groups/categories/:id": {
    undo: "Only an empty category can be deleted: it is made again.",
  },
};
