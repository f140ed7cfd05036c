import * as z from "zod/mini";

/** A relation: a primary key, or a natural key as a list of one name. */
const refSchema = z.union([
  z.int(),
  z.string(),
  z.pipe(
    z.array(z.string()).check(z.length(1)),
    z.transform(([name]) => ({ name: name ?? "" })),
  ),
]);
type Ref = z.output<typeof refSchema>;

/** Primary keys and names in one map of text. */
export const refKeySchema = z.pipe(
  refSchema,
  z.transform((ref: Ref) => (typeof ref === "object" ? `=${ref.name}` : pkKey(ref))),
);
export const refsSchema = z._default(z.array(refKeySchema), []);

function pkKey(pk: string | number): string {
  return `#${pk}`;
}
export function nameKey(name: string): string {
  return `=${name}`;
}

const eveId = z.int().check(z.positive());
export const flag = z._default(z.boolean(), false);
export const text = z._default(z.nullable(z.string()), null);
/** Undefined if the dump does not say. */
export const timeSchema = z.pipe(z.nullish(z.string()), z.transform(timeOf));
/** Discord's ids are longer than JavaScript's numbers: `parseJson` keeps those as text. */
const longId = z.pipe(z.union([z.string(), z.int()]), z.transform(String));

function timeOf(written: string | null | undefined): Date | undefined {
  const time = Date.parse(written ?? "");
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** A record of `manage.py dumpdata`. */
export const recordSchema = z.object({
  model: z.string(),
  pk: z.optional(z.union([z.int(), z.string()])),
  fields: z.record(z.string(), z.unknown()),
});

// The fields that Muster reads of Alliance Auth 4.1 and django-esi 5.1.

export const userSchema = z.object({
  pk: refKeySchema,
  username: z.string(),
  is_active: z._default(z.boolean(), true),
  is_superuser: flag,
  groups: refsSchema,
});
export const groupSchema = z.object({ pk: refKeySchema, name: z.string() });
export const profileSchema = z.object({
  user: refKeySchema,
  main_character: z.nullish(refKeySchema),
  state: z.nullish(refKeySchema),
});
export const ownershipSchema = z.object({
  character: refKeySchema,
  user: refKeySchema,
  owner_hash: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
});
export const characterSchema = z.object({
  pk: refKeySchema,
  character_id: eveId,
  character_name: z._default(z.string(), ""),
});
export const corporationSchema = z.object({
  pk: refKeySchema,
  corporation_id: eveId,
  corporation_name: text,
});
export const allianceSchema = z.object({ pk: refKeySchema, alliance_id: eveId });
export const stateSchema = z.object({
  pk: refKeySchema,
  name: z.string(),
  priority: z._default(z.int(), 0),
  public: flag,
  member_characters: refsSchema,
  member_corporations: refsSchema,
  member_alliances: refsSchema,
  member_factions: refsSchema,
});
export const scopeSchema = z.object({ pk: refKeySchema, name: z.string() });
export const tokenSchema = z.object({
  user: z.nullish(refKeySchema),
  character_id: eveId,
  character_owner_hash: text,
  access_token: text,
  refresh_token: text,
  created: text,
  scopes: refsSchema,
});
export const authGroupSchema = z.object({
  pk: refKeySchema,
  internal: z._default(z.boolean(), true),
  hidden: z._default(z.boolean(), true),
  open: flag,
  restricted: flag,
  description: text,
  group_leaders: refsSchema,
  group_leader_groups: refsSchema,
  states: refsSchema,
});
export const requestSchema = z.object({
  user: refKeySchema,
  group: refKeySchema,
  leave_request: flag,
});
export const managedGroupSchema = z.object({
  pk: refKeySchema,
  group: refKeySchema,
  config: z.nullish(refKeySchema),
});
export const managedCorporationSchema = z.object({ pk: refKeySchema, corp: refKeySchema });
export const managedAllianceSchema = z.object({ pk: refKeySchema, alliance: refKeySchema });
export const autogroupsSchema = z.object({ pk: refKeySchema, states: refsSchema });
export const discordSchema = z.object({
  pk: refKeySchema,
  uid: longId,
  username: text,
  activated: text,
});
