/** The first words of the keys under which the cache keeps what more than one feature changes. */
export const queryKeys = {
  groups: ["groups"],
  categories: ["categories"],
  myInvitations: ["my-invitations"],
} as const;
