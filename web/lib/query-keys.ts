/** The first words of the keys under which the cache keeps what more than one feature changes. */
export const queryKeys = {
  groups: ["groups"],
  categories: ["categories"],
  accountEvents: ["account-events"],
  myInvitations: ["my-invitations"],
} as const;
