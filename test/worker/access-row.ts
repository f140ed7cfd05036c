/** The roles of the access table, in the order of the statuses in its rows. */
export const ROLES = [
  "anonymous",
  "stranger",
  "member",
  "group admin",
  "owner",
  "system administrator",
] as const;
export type Role = (typeof ROLES)[number];
export type Statuses = [
  anonymous: number,
  stranger: number,
  member: number,
  admin: number,
  owner: number,
  administrator: number,
];

/** The ids of the scene. The path and the body of a row refer to them in braces, as `{group}`. */
export type SceneIds = Record<
  | "group"
  | "category"
  | "emptyCategory"
  | "otherMember"
  | "otherAdmin"
  | "request"
  | "note"
  | "invitation"
  | "operation"
  | "codeId"
  | "code"
  | "newcomer"
  | "administratorCharacter"
  | "ownSession"
  | "ownMain"
  | "corporation"
  | "heldChange"
  | "apiToken"
  | "webhook"
  | "delivery"
  | "fact"
  | "review"
  | "discordServer"
  | "discordRole"
  | "application"
  | "director",
  string
>;

export type Row = {
  statuses: Statuses;
  /** The ids in place of `:id` and `:userId`, in this order. */
  ids?: (keyof SceneIds)[];
  /** The query string, with ids of the scene in braces. */
  query?: string;
  /** JSON with ids of the scene in braces. */
  body?: unknown;
  /**
   * The status for a stranger when the group and its category are hidden; 404 by default. Null for a row without a
   * group.
   */
  hidden?: number | null;
};

export const everybody = (status: number): Statuses => [
  status,
  status,
  status,
  status,
  status,
  status,
];
export const signedIn = (status: number): Statuses => [401, status, status, status, status, status];
export const managers = (status: number, others = 404): Statuses => [
  401,
  others,
  others,
  status,
  status,
  status,
];
export const owners = (status: number): Statuses => [401, 403, 403, 403, status, status];
export const keepers = (status: number): Statuses => [401, 404, 404, 404, 404, status];
export const administrators = (status: number): Statuses => [401, 403, 403, 403, 403, status];
