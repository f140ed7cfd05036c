/**
 * What a thief gains from a write with a stolen session, for the time after that session:
 * - `proof`: too much, so it needs a fresh proof of the main. `requireUser` asks for it.
 * - `proofWhen`: only in the case that it names, so the service asks for it in its batch.
 * - `ends`: it ends with the sessions.
 * - `stays`: it stays, and why that is acceptable.
 *
 * A test walks the routes of the app: a new write has to say which it is (docs/decisions/0075).
 */
export type Lasting = "proof" | { proofWhen: string } | { ends: string } | { stays: string };

const SEEN_IN_ACTIVITY = {
  stays: "The group's Activity shows it, and an administrator undoes a span of such actions.",
};
const SEEN_BY_ADMINISTRATORS = {
  stays: "It gives the thief no access, and the log of administrators shows it.",
};
const TAKES_AWAY = { stays: "It takes access away and gives none. The log shows it." };
const OWN_CHOICE = { stays: "A choice of the user for themselves, which gives no access." };
const CHANGES_NOTHING = { stays: "It reads or checks, and changes nothing that lasts." };
const OWN_MEMBERSHIP = {
  stays: "The membership is the account's, and the thief loses it with the session.",
};
const NO_SESSION = { stays: "It needs no session." };

export const LASTING_ACTS: Readonly<Record<string, Lasting>> = {
  // Sign-in, sessions and characters.
  "POST /api/auth/login/start": NO_SESSION,
  "POST /api/auth/logout": NO_SESSION,
  "POST /api/auth/claim-main": NO_SESSION,
  "DELETE /api/auth/claim-main": NO_SESSION,
  "POST /api/auth/take-back": NO_SESSION,
  "POST /api/auth/character/start": {
    stays: "Without a proof, the character that is linked waits until the main confirms it.",
  },
  "POST /api/auth/proof/start": CHANGES_NOTHING,
  "POST /api/auth/characters/:id/confirm": "proof",
  "DELETE /api/auth/characters/:id": "proof",
  "PUT /api/auth/main": {
    proofWhen: "of the main, or of the former main that takes the account back",
  },
  "POST /api/auth/events/seen": OWN_CHOICE,
  "DELETE /api/auth/sessions": TAKES_AWAY,
  "DELETE /api/auth/sessions/:id": TAKES_AWAY,
  "POST /api/characters/:id/refresh": CHANGES_NOTHING,
  // The account.
  "PUT /api/account/language": OWN_CHOICE,
  "DELETE /api/account": "proof",
  "POST /api/account/merges/:id/confirm": "proof",
  "POST /api/account/merges/:id/accept": "proof",
  "DELETE /api/account/merges/:id": TAKES_AWAY,
  // Applications that the user signs in to.
  "POST /api/consent": { ends: "The sign-in at the application ends with the session." },
  "DELETE /api/consent/:id": TAKES_AWAY,
  "POST /api/sign-out": TAKES_AWAY,
  "POST /oauth/authorize": NO_SESSION,
  "POST /oauth/logout": NO_SESSION,
  "POST /oauth/revoke": NO_SESSION,
  "POST /oauth/token": NO_SESSION,
  "POST /oauth/userinfo": NO_SESSION,
  "POST /api/v1/pilots/lookup": NO_SESSION,
  "PUT /api/v1/facts/:key": NO_SESSION,
  "POST /api/v1/groups/:id/members": NO_SESSION,
  // Applications, as administrators set them up.
  "POST /api/admin/applications": "proof",
  "PATCH /api/admin/applications/:id": "proof",
  "DELETE /api/admin/applications/:id": TAKES_AWAY,
  "POST /api/admin/applications/:id/secret": "proof",
  "POST /api/admin/applications/:id/switch": "proof",
  "POST /api/admin/applications/:id/end-sessions": TAKES_AWAY,
  // It shows what an application may learn of the administrator, in one answer.
  "POST /api/admin/applications/:id/test-sign-in": "proof",
  "POST /api/admin/applications/keys/rotate": TAKES_AWAY,
  "POST /api/admin/applications/:id/tokens": "proof",
  "DELETE /api/admin/applications/:id/tokens/:tokenId": TAKES_AWAY,
  // A token, which needs a proof, tells them.
  "POST /api/admin/applications/:id/facts": SEEN_BY_ADMINISTRATORS,
  "PATCH /api/admin/applications/:id/facts/:key": SEEN_BY_ADMINISTRATORS,
  "DELETE /api/admin/applications/:id/facts/:key": SEEN_BY_ADMINISTRATORS,
  "POST /api/admin/applications/:id/webhooks": "proof",
  "PATCH /api/admin/applications/:id/webhooks/:webhookId": "proof",
  "DELETE /api/admin/applications/:id/webhooks/:webhookId": TAKES_AWAY,
  "POST /api/admin/applications/:id/webhooks/:webhookId/secret": "proof",
  "POST /api/admin/applications/:id/webhooks/:webhookId/test": CHANGES_NOTHING,
  "POST /api/admin/applications/:id/deliveries/:deliveryId/replay": CHANGES_NOTHING,
  // Discord.
  "POST /api/discord/link/start": "proof",
  "POST /api/discord/callback/tokens": {
    stays: "It completes a link, which needs a proof to begin.",
  },
  "DELETE /api/discord/link": TAKES_AWAY,
  "POST /api/discord/servers/:id/join": {
    stays: "Only the linked Discord account joins, and linking one needs a proof.",
  },
  "PUT /api/discord/messages": OWN_CHOICE,
  "POST /api/discord/events": NO_SESSION,
  "POST /api/discord/interactions": NO_SESSION,
  "POST /api/admin/discord": "proof",
  "PUT /api/admin/discord/:id": "proof",
  "DELETE /api/admin/discord/:id": TAKES_AWAY,
  "POST /api/admin/discord/:id/switch": "proof",
  "POST /api/admin/discord/:id/check": CHANGES_NOTHING,
  "POST /api/admin/discord/:id/preview": CHANGES_NOTHING,
  "POST /api/admin/discord/:id/drift": {
    stays: "It decides about roles that people gave by hand. The server's Activity shows it.",
  },
  "POST /api/admin/discord/:id/removals": TAKES_AWAY,
  "POST /api/admin/discord/commands": CHANGES_NOTHING,
  "PUT /api/admin/log/discord-feed": "proof",
  "DELETE /api/admin/log/discord-feed": TAKES_AWAY,
  "PUT /api/corporations/:id/discord-feed": "proof",
  "DELETE /api/corporations/:id/discord-feed": TAKES_AWAY,
  "PUT /api/groups/:id/discord-feed": "proof",
  "DELETE /api/groups/:id/discord-feed": TAKES_AWAY,
  // The community and its administrators.
  "POST /api/admin/administrators/:id/confirm": "proof",
  "PUT /api/admin/community": SEEN_BY_ADMINISTRATORS,
  "PUT /api/admin/community/members": "proof",
  "PUT /api/admin/users/:id/suspension": TAKES_AWAY,
  "DELETE /api/admin/users/:id/suspension": "proof",
  "DELETE /api/admin/pilots/:id/sessions": TAKES_AWAY,
  "POST /api/admin/pilots/bulk": SEEN_IN_ACTIVITY,
  "POST /api/admin/pilots/bulk/preview": CHANGES_NOTHING,
  "POST /api/admin/undo": "proof",
  "POST /api/admin/held/:id/compute": CHANGES_NOTHING,
  "POST /api/admin/held/:id/discard": SEEN_BY_ADMINISTRATORS,
  "POST /api/admin/held/:id/release": TAKES_AWAY,
  "POST /api/admin/reviews": SEEN_BY_ADMINISTRATORS,
  "POST /api/watchlist": SEEN_BY_ADMINISTRATORS,
  "PATCH /api/watchlist/:id": SEEN_BY_ADMINISTRATORS,
  "DELETE /api/watchlist/:id": SEEN_BY_ADMINISTRATORS,
  "POST /api/watchlist/:id/seen": SEEN_BY_ADMINISTRATORS,
  "POST /api/watchlist/import": SEEN_BY_ADMINISTRATORS,
  // A copy of the list outlives everything.
  "POST /api/watchlist/export": "proof",
  // It shows members of a group who is on the list.
  "PUT /api/watchlist/keepers": "proof",
  // The same for readers of a channel, or of a webhook.
  "PUT /api/watchlist/discord-feed": "proof",
  "DELETE /api/watchlist/discord-feed": TAKES_AWAY,
  // Corporations.
  "POST /api/corporations": SEEN_BY_ADMINISTRATORS,
  "PUT /api/corporations/:id": SEEN_BY_ADMINISTRATORS,
  "DELETE /api/corporations/:id": TAKES_AWAY,
  "POST /api/corporations/:id/verify": CHANGES_NOTHING,
  "POST /api/corporations/:id/fetch": CHANGES_NOTHING,
  "POST /api/corporations/:id/directors": SEEN_BY_ADMINISTRATORS,
  "PUT /api/corporations/:id/directors/:directorId": SEEN_BY_ADMINISTRATORS,
  "DELETE /api/corporations/:id/directors/:directorId": TAKES_AWAY,
  "POST /api/corporations/:id/directors/:directorId/verify": CHANGES_NOTHING,
  "POST /api/corporations/:id/directors/verify-all": CHANGES_NOTHING,
  "POST /api/rosters/:id/read": CHANGES_NOTHING,
  "PUT /api/rosters/:id": "proof",
  // Groups.
  "POST /api/groups": SEEN_IN_ACTIVITY,
  "PATCH /api/groups/:id": SEEN_IN_ACTIVITY,
  "DELETE /api/groups/:id": TAKES_AWAY,
  "POST /api/groups/:id/transfer": "proof",
  "POST /api/groups/:id/admins": "proof",
  "DELETE /api/groups/:id/admins/:userId": TAKES_AWAY,
  "POST /api/groups/:id/emergency-access": "proof",
  "POST /api/groups/:id/invite-codes": "proof",
  "POST /api/groups/invite-codes/:id/revoke": TAKES_AWAY,
  "POST /api/groups/invite-codes/preview": CHANGES_NOTHING,
  "POST /api/invite-links": NO_SESSION,
  "POST /api/groups/invite-codes/redeem": OWN_MEMBERSHIP,
  "POST /api/groups/:id/join": OWN_MEMBERSHIP,
  "POST /api/groups/:id/leave": OWN_MEMBERSHIP,
  "POST /api/groups/:id/join-requests": OWN_MEMBERSHIP,
  "POST /api/groups/join-requests/:id/withdraw": OWN_MEMBERSHIP,
  "POST /api/groups/invitations/:id/accept": OWN_MEMBERSHIP,
  "POST /api/groups/invitations/:id/decline": OWN_MEMBERSHIP,
  "POST /api/groups/invitations/decline-all": OWN_MEMBERSHIP,
  "POST /api/groups/invitations/:id/block": OWN_CHOICE,
  "DELETE /api/groups/invitations/blocked/:id": OWN_CHOICE,
  "POST /api/groups/:id/invitations": SEEN_IN_ACTIVITY,
  "POST /api/groups/invitations/:id/revoke": TAKES_AWAY,
  "POST /api/groups/join-requests/:id/approve": SEEN_IN_ACTIVITY,
  "POST /api/groups/join-requests/:id/reject": TAKES_AWAY,
  "PUT /api/groups/:id/form": SEEN_IN_ACTIVITY,
  "PUT /api/groups/join-requests/:id/talks": SEEN_IN_ACTIVITY,
  "POST /api/groups/join-requests/:id/look": SEEN_IN_ACTIVITY,
  "PUT /api/groups/join-requests/:id/sharing": OWN_CHOICE,
  "POST /api/groups/join-requests/:id/notes": SEEN_IN_ACTIVITY,
  "DELETE /api/groups/join-requests/:id/notes/:noteId": TAKES_AWAY,
  "POST /api/groups/:id/join-requests/approve": SEEN_IN_ACTIVITY,
  "POST /api/groups/:id/join-requests/reject": TAKES_AWAY,
  "POST /api/groups/:id/join-requests/undo": SEEN_IN_ACTIVITY,
  "DELETE /api/groups/:id/members/:userId": SEEN_IN_ACTIVITY,
  "PUT /api/groups/:id/members/ends": SEEN_IN_ACTIVITY,
  "PUT /api/groups/:id/requirements": SEEN_IN_ACTIVITY,
  "POST /api/groups/:id/requirements/check": CHANGES_NOTHING,
  "POST /api/groups/:id/requirements/preview": CHANGES_NOTHING,
  "POST /api/groups/:id/review": SEEN_IN_ACTIVITY,
  "POST /api/groups/:id/review/finish": SEEN_IN_ACTIVITY,
  "PUT /api/groups/:id/review/decisions": SEEN_IN_ACTIVITY,
  "PUT /api/groups/:id/review/settings": SEEN_IN_ACTIVITY,
  "POST /api/groups/categories": SEEN_BY_ADMINISTRATORS,
  "PATCH /api/groups/categories/:id": SEEN_BY_ADMINISTRATORS,
  "DELETE /api/groups/categories/:id": TAKES_AWAY,
};

/** Whether every such request needs a fresh proof. */
export function needsProof(route: string): boolean {
  return LASTING_ACTS[route] === "proof";
}
