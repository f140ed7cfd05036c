/** Who acts: a signed-in user. Crons and queue consumers act as `SYSTEM`. */
export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** A system administrator: holds one of the characters of ADMIN_CHARACTER_IDS. */
  isAdmin: boolean;
};

export type SystemActor = { kind: "system" };

export type Actor = UserActor | SystemActor;

export const SYSTEM: SystemActor = { kind: "system" };
