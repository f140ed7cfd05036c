/** Prefixes of query keys that more than one feature invalidates. */
export const queryKeys = {
  access: ["access"],
  groups: ["groups"],
  categories: ["categories"],
  held: ["held"],
  accountEvents: ["account-events"],
  myInvitations: ["my-invitations"],
  pilots: ["pilots"],
  waiting: ["waiting"],
} as const;
