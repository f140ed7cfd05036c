/** Every address of the product. */
export const paths = {
  home: "/",
  claimMain: "/claim-main",
  discordCallback: "/discord/callback",
  /** Where applications send players to sign in, with their request as the search. */
  consent: "/consent",
  /** Where applications send players to sign out. */
  signOut: "/sign-out",
  dashboard: "/dashboard",
  account: "/account",
  mergeAccounts: (mergeId: string) => `/account/merge/${mergeId}`,
  character: (characterId: number) => `/character/${characterId}`,
  /** Asks the player of the character to grant director access. */
  grantRequest: (characterId: number) => `/character/${characterId}?grant=director`,
  groups: "/groups",
  /** On the groups' page: the field for an invite code. */
  redeemHash: "#redeem",
  createGroup: "/groups/create",
  group: (groupId: string) => `/groups/${groupId}`,
  groupReview: (groupId: string) => `/groups/${groupId}/review`,
  /** The form that a pilot answers to join. */
  apply: (groupId: string) => `/groups/${groupId}/apply`,
  /** Where the owner writes it. */
  groupForm: (groupId: string) => `/groups/${groupId}/form`,
  /** A request, for its reviewers. */
  groupRequest: (groupId: string, requestId: string) => `/groups/${groupId}/requests/${requestId}`,
  /** A request, for the pilot who made it. */
  ownRequest: (requestId: string) => `/requests/${requestId}`,
  /** An invite link. */
  invite: (code: string) => `/i/${code}`,
  myGroups: "/my-groups",
  operations: "/operations",
  planOperation: "/operations/new",
  participation: "/operations/participation",
  operation: (operationId: string) => `/operations/${operationId}`,
  changeOperation: (operationId: string) => `/operations/${operationId}/edit`,
  access: "/access",
  invitations: "/invitations",
  /** The members of a corporation, for the group to which the view is granted. */
  roster: (corporationId: number) => `/corporations/${corporationId}/members`,
  admin: "/admin",
  adminOverview: "/admin/overview",
  adminCategories: "/admin/categories",
  adminGroups: "/admin/groups",
  adminGroup: (groupId: string) => `/admin/groups/${groupId}`,
  adminReviews: "/admin/reviews",
  adminPilots: "/admin/pilots",
  adminPilot: (userId: string) => `/admin/pilots/${userId}`,
  adminLookup: "/admin/pilots/lookup",
  adminUndo: "/admin/undo",
  adminDiscord: "/admin/discord",
  adminDiscordServer: (serverId: string) => `/admin/discord/${serverId}`,
  adminApplications: "/admin/applications",
  adminApplication: (id: string) => `/admin/applications/${id}`,
  adminDeliveries: (id: string) => `/admin/applications/${id}/deliveries`,
  adminHeld: "/admin/held",
  adminHeldChange: (heldId: string) => `/admin/held/${heldId}`,
  adminWatchlist: "/admin/watchlist",
  adminActivity: "/admin/activity",
  adminSettings: "/admin/settings",
  adminCorporations: "/admin/corporations",
  adminCorporation: (corporationId: number) => `/admin/corporations/${corporationId}`,
};

/** The id of a character or corporation in an address; undefined where there can be none. */
export function parseEveId(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined;
}

/** The navigation state of the page “Who is in this list”. `isAsked`: it looks the names up at once. */
export type PastedList = { text: string; isAsked: boolean };
