/** The signed-in user of a request. */
export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** A system administrator: see `auth/administrators/rights.ts`. */
  isAdmin: boolean;
};
