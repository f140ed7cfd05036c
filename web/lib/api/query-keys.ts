/** Prefixes of query keys that more than one feature uses. */
export const queryKeys = {
  access: ["access"],
  callback: ["callback"],
  groups: ["groups"],
  categories: ["categories"],
  held: ["held"],
  accountEvents: ["account-events"],
  myInvitations: ["my-invitations"],
  pilots: ["pilots"],
  waiting: ["waiting"],
} as const;
