import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import type { Role } from "./cast.ts";

/** A read, by its route. */
export type Read = { name: string; path: string; as: Role };

const read = (name: string, path: string, as: Role = "pilot"): Read => ({ name, path, as });

const IDS = Array.from({ length: 40 }, (_, nth) => 3300 + nth).join(",");

/** The reads that the filled community answers with large lists and sheets; `reads.ts` adds all other routes. */
export const READS: Read[] = [
  read("/health", "/health"),
  read("/auth/session", "/auth/session"),
  read("/auth/sessions", "/auth/sessions"),
  read("/auth/events", "/auth/events"),
  read("/characters", "/characters"),
  read("/characters/search", "/characters/search?q=filler%201"),
  read("/characters/:id (own)", "/characters/2111000002"),
  read("/characters/:id (another's)", `/characters/${AURELIA_VOSS_ID}`),
  read("/skills", `/skills?ids=${IDS}`),
  read("/groups", "/groups"),
  read("/groups (a category, open)", "/groups?categoryId=filled&joinMode=open"),
  read("/groups (search)", "/groups?search=wing%2019"),
  read("/groups (administrator)", "/groups", "admin"),
  read("/groups/my-groups", "/groups/my-groups"),
  read("/groups/invitations", "/groups/invitations"),
  read("/groups/waiting", "/groups/waiting"),
  read("/groups/categories", "/groups/categories"),
  read("/groups/categories/:id", "/groups/categories/filled"),
  read("/groups/:id", "/groups/everyone"),
  read("/groups/:id/members", "/groups/everyone/members"),
  read("/groups/:id/activity", "/groups/everyone/activity", "owner"),
  read("/groups/:id/join-requests", "/groups/everyone/join-requests", "owner"),
  read("/groups/:id/invitations", "/groups/g1/invitations", "owner"),
  read("/groups/:id/invite-codes", "/groups/everyone/invite-codes", "owner"),
  read("/activity", "/activity", "admin"),
  read("/activity (of a player)", "/activity?subject=Filler%207", "admin"),
  read("/activity.csv", "/activity.csv", "admin"),
  read("/corporations", "/corporations", "admin"),
  read("/corporations/search", "/corporations/search?q=oration%201", "admin"),
  read("/corporations/:id", "/corporations/98000001", "admin"),
  read("/corporations/:id/data", "/corporations/98000001/data", "admin"),
  read("/corporations/:id/activity", "/corporations/98000001/activity", "admin"),
  read("/corporations/:id/directors", "/corporations/98000001/directors", "admin"),
];

/** `{id}` in a path is the id of the previous response. */
export type Write = { name: string; as: Role; path: string; body?: unknown };

const write = (name: string, as: Role, path: string, body?: unknown): Write => ({
  name,
  as,
  path,
  ...(body !== undefined && { body }),
});

const NEW_GROUP = {
  categoryId: "filled",
  name: "Benchmark",
  description: null,
  visibility: "public",
  joinMode: "open",
};

/** The main writes. Together they undo their changes, so that they can be repeated. */
export const WRITES: Write[] = [
  write("POST /groups/:id/join", "pilot", "/groups/g3/join"),
  write("POST /groups/:id/leave", "pilot", "/groups/g3/leave"),
  write("POST /groups/:id/join-requests", "pilot", "/groups/everyone/join-requests", {}),
  write("POST /groups/join-requests/:id/withdraw", "pilot", "/groups/join-requests/{id}/withdraw"),
  write("POST /groups/:id/invitations", "owner", "/groups/g3/invitations", {
    characterName: "Kestrel Ansgar",
  }),
  write("POST /groups/invitations/:id/revoke", "owner", "/groups/invitations/{id}/revoke"),
  write("POST /groups/invite-codes/redeem", "pilot", "/groups/invite-codes/redeem", {
    code: "BENCHMARK2",
  }),
  write("DELETE /groups/:id/members/:userId", "owner", "/groups/everyone/members/pilot"),
  write("POST /groups", "pilot", "/groups", NEW_GROUP),
  write("PATCH /groups/:id", "pilot", "/groups/{id}", { description: "Measured" }),
  write("DELETE /groups/:id", "pilot", "/groups/{id}", { name: "Benchmark" }),
  write("POST /groups/:id/admins", "owner", "/groups/own9/admins", { userId: "pilot" }),
  write("DELETE /groups/:id/admins/:userId", "owner", "/groups/own9/admins/pilot"),
  write("PUT /auth/main", "pilot", "/auth/main", { characterId: 2_111_000_102 }),
  write("PUT /auth/main (back)", "pilot", "/auth/main", { characterId: 2_111_000_002 }),
];
