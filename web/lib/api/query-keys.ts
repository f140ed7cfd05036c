/** Prefixes of query keys that more than one feature uses. */
export const queryKeys = {
  access: ["access"],
  callback: ["callback"],
  characters: ["characters"],
  groups: ["groups"],
  categories: ["categories"],
  held: ["held"],
  accountEvents: ["account-events"],
  myInvitations: ["my-invitations"],
  overview: ["admin-overview"],
  pilots: ["pilots"],
  waiting: ["waiting"],
} as const;
