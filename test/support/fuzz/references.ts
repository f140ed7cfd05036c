import fc from "fast-check";

/** The kinds of items in requests. Requests are generated before the scene and refer to its items by number. */
export const KINDS = [
  "users",
  "groups",
  "categories",
  "requests",
  "invitations",
  "codeIds",
  "codes",
  "sessions",
  "characters",
  "corporations",
  "directors",
  "names",
  "titles",
  "heldChanges",
  "reviews",
  "discordServers",
  "discordRoles",
  "applications",
  "apiTokens",
  "webhooks",
  "deliveries",
  "facts",
] as const;
export type Kind = (typeof KINDS)[number];
export type Pools = Record<Kind, string[]>;

const BY_FIELD: Record<string, Kind> = {
  userId: "users",
  userIds: "users",
  pilot: "users",
  pilots: "users",
  for: "users",
  newOwnerId: "users",
  categoryId: "categories",
  group: "groups",
  groupId: "groups",
  reviewId: "reviews",
  code: "codes",
  characterId: "characters",
  assignedCharacterId: "characters",
  corporationId: "corporations",
  serverId: "discordServers",
  joinGroupId: "groups",
  requiredGroupId: "groups",
  characterName: "names",
  actor: "names",
  subject: "names",
  name: "titles",
  q: "names",
  search: "titles",
};

export function kindOfField(field: string): Kind | undefined {
  return BY_FIELD[field];
}

const BY_SEGMENT: Record<string, Kind> = {
  groups: "groups",
  categories: "categories",
  users: "users",
  administrators: "characters",
  members: "users",
  admins: "users",
  "join-requests": "requests",
  invitations: "invitations",
  blocked: "groups",
  "invite-codes": "codeIds",
  sessions: "sessions",
  characters: "characters",
  corporations: "corporations",
  rosters: "corporations",
  pilots: "users",
  undo: "users",
  directors: "directors",
  held: "heldChanges",
  discord: "discordServers",
  roles: "discordRoles",
  servers: "discordServers",
  applications: "applications",
  tokens: "apiTokens",
  webhooks: "webhooks",
  deliveries: "deliveries",
  facts: "facts",
  consent: "applications",
};

/** The kind of item after a path segment; any kind after an unknown segment. */
export function kindAfter(segment: string): fc.Arbitrary<Kind> {
  const known = BY_SEGMENT[segment];
  const any = fc.constantFrom(...KINDS);
  return known === undefined
    ? any
    : fc.oneof({ weight: 9, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: any });
}

const position = fc.nat(40);

/** A placeholder for an item of this kind, which `resolve` replaces. */
export function reference(kind: Kind, as: "text" | "number" = "text"): fc.Arbitrary<string> {
  return position.map((n) => `{${as === "number" ? "#" : ""}${kind}:${n}}`);
}

/** What an act is about, in a query whose other field says which kind of act. */
export const anyItem = fc
  .constantFrom<Kind>("users", "groups", "corporations", "discordServers", "applications")
  .chain((kind) => reference(kind));

const NUMBER = /"\{#(\w+):(\d+)\}"/g;
const TEXT = new RegExp(`\\{#?(${KINDS.join("|")}):(\\d+)\\}`, "g");

/** Replaces the references in the text of a request; in JSON, numbers lose their quotes. */
export function resolve(text: string, pools: Pools): string {
  const find = (_: string, kind: string, n: string) => {
    const pool = pools[KINDS.find((known) => known === kind) ?? KINDS[0]];
    return pool[Number(n) % pool.length] ?? "none";
  };
  return text.replaceAll(NUMBER, find).replaceAll(TEXT, find);
}
