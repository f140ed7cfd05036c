/** Every address of the product. */
export const paths = {
  home: "/",
  authCallback: "/auth/callback",
  claimMain: "/claim-main",
  discordCallback: "/discord/callback",
  dashboard: "/dashboard",
  character: (characterId: number) => `/character/${characterId}`,
  groups: "/groups",
  /** On the groups' page: the field for an invite code. */
  redeemHash: "#redeem",
  createGroup: "/groups/create",
  group: (groupId: string) => `/groups/${groupId}`,
  myGroups: "/my-groups",
  invitations: "/invitations",
  admin: "/admin",
  adminCategories: "/admin/categories",
  adminGroups: "/admin/groups",
  adminGroup: (groupId: string) => `/admin/groups/${groupId}`,
  adminActivity: "/admin/activity",
  adminSetup: "/admin/setup",
  adminCorporations: "/admin/corporations",
  adminCorporation: (corporationId: number) => `/admin/corporations/${corporationId}`,
};
