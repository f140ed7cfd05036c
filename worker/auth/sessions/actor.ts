/** The signed-in user of a request. */
export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** A system administrator: holds one of the characters of ADMIN_CHARACTER_IDS. */
  isAdmin: boolean;
};
