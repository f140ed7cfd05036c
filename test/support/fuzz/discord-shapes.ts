import type { DiscordActivity } from "#shared/events/activity.ts";
import * as z from "zod/mini";
import { driftRuleSchema, serverSettingsSchema } from "#shared/discord/servers.ts";
import { discordEvents } from "#shared/events/discord-events.ts";
import { kindsOf } from "#shared/events/kinds.ts";
import type { GroupDiscordRoles, PastRoleHolders, RoleHolders } from "#shared/discord/roles.ts";
import type { NotedSeal } from "#shared/events/seal.ts";
import type {
  DiscordServer,
  DiscordServers,
  Drift,
  HeldMember,
  JoinableServers,
  ServerPreview,
} from "#shared/discord/servers.ts";

const count = z.int().check(z.nonnegative());
const when = z.iso.datetime();
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);
const named = z.strictObject({ userId: orNull(z.string()), name: orNull(z.string()) });

const problem = z.enum(["refused", "left", "deleted", "role_gone", "unexpected"]);
const halt = z.enum([
  "limited",
  "banned",
  "unavailable",
  "unauthorized",
  "no_access",
  "two_factor",
]);
const person = {
  discordId: z.string(),
  name: z.string(),
  mainCharacterId: orNull(z.int()),
  mainCharacterName: orNull(z.string()),
};

export const servers: z.ZodMiniType<DiscordServers> = z.strictObject({
  installUrl: orNull(z.url()),
  permissions: z.array(z.string()),
  servers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      state: z.enum(["new", "off", "on"]),
    }),
  ),
  failure: orNull(z.string()),
});

export const server: z.ZodMiniType<DiscordServer> = z.strictObject({
  id: z.string(),
  name: z.string(),
  isOn: z.boolean(),
  ownerName: orNull(z.string()),
  memberCount: orNull(count),
  linkedCount: count,
  roles: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      color: orNull(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
      refusal: orNull(z.enum(["everyone", "managed", "administrator", "above"])),
      now: count,
    }),
  ),
  botRole: orNull(z.strictObject({ id: z.string(), name: z.string(), place: count })),
  hasMembersIntent: z.boolean(),
  settings: z.strictObject({
    roles: serverSettingsSchema.shape.roles,
    nickname: orNull(z.strictObject({ template: z.string(), keepsOwnPart: z.boolean() })),
    joinGroupId: orNull(z.string()),
    drift: driftRuleSchema,
  }),
  version: count,
  groupNames: z.record(z.string(), z.string()),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      state: z.enum(["ok", "warning", "failed", "unknown"]),
      words: z.string(),
      steps: z.array(z.string()),
    }),
  ),
  factsAt: when,
  sweptAt: orNull(when),
  work: z.strictObject({
    isChecking: z.boolean(),
    waiting: count,
    halt: orNull(halt),
    waitsUntil: orNull(when),
    removals: orNull(z.strictObject({ state: z.enum(["held", "released"]), count, at: when })),
  }),
  problems: z.array(
    z.strictObject({
      discordId: z.string(),
      name: z.string(),
      mainCharacterName: orNull(z.string()),
      problem,
      at: when,
    }),
  ),
  samples: z.array(
    z.strictObject({
      name: z.string(),
      facts: z.strictObject({
        main: orNull(z.string()),
        ticker: orNull(z.string()),
        alliance: orNull(z.string()),
        group: orNull(z.string()),
      }),
    }),
  ),
});

export const preview: z.ZodMiniType<ServerPreview> = z.strictObject({
  people: z.array(
    z.strictObject({
      ...person,
      add: z.array(z.string()),
      remove: z.array(z.string()),
      extra: z.array(z.string()),
      nickname: orNull(z.string()),
      problem: orNull(problem),
    }),
  ),
  wanted: z.record(z.string(), count),
  isHeld: z.boolean(),
  isUnread: z.boolean(),
});

const roleState = z.enum(["given", "coming", "ending", "held", "by_hand", "taken", "impossible"]);

export const roleHolders: z.ZodMiniType<RoleHolders> = z.strictObject({
  roleId: z.string(),
  roleName: z.string(),
  asOf: orNull(when),
  hasEverybody: z.boolean(),
  holders: z.array(
    z.strictObject({
      ...person,
      userId: orNull(z.string()),
      state: roleState,
      groups: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      problem: orNull(problem),
    }),
  ),
});

export const notedSeal: z.ZodMiniType<NotedSeal> = orNull(
  z.strictObject({ fingerprint: z.string(), sealedAt: when }),
);

export const pastRoleHolders: z.ZodMiniType<PastRoleHolders> = z.strictObject({
  on: z.iso.date(),
  roleName: z.string(),
  holders: z.array(
    z.strictObject({
      userId: orNull(z.string()),
      discordName: orNull(z.string()),
      mainCharacterId: orNull(z.int()),
      mainCharacterName: orNull(z.string()),
      since: when,
    }),
  ),
  isCut: z.boolean(),
  loggedSince: orNull(when),
  seal: notedSeal,
});

export const drift: z.ZodMiniType<Drift> = z.strictObject({
  items: z.array(
    z.strictObject({
      ...person,
      roleId: z.string(),
      kind: z.enum(["extra", "missing"]),
      by: orNull(z.strictObject({ name: z.string(), at: when })),
    }),
  ),
  auditLog: z.enum(["read", "unavailable"]),
});

export const heldMembers: z.ZodMiniType<HeldMember[]> = z.array(
  z.strictObject({ ...person, remove: z.array(z.string()) }),
);

const change = z.strictObject({ from: orNull(z.string()), to: orNull(z.string()) });

/** An event of a server, in its history and in the log of everything. */
export const discordEventFields = {
  id: z.string(),
  kind: z.enum(kindsOf(discordEvents)),
  createdAt: when,
  actor: orNull(named),
  subject: orNull(named),
  serverId: z.string(),
  serverName: z.string(),
  requestId: z.string(),
  detail: z.strictObject({
    added: z.optional(z.array(z.string())),
    removed: z.optional(z.array(z.string())),
    nickname: z.optional(z.string()),
    discordName: z.optional(z.string()),
    count: z.optional(count),
    reason: z.optional(z.string()),
    changes: z.optional(z.record(z.string(), change)),
  }),
};

export const serverActivity: z.ZodMiniType<DiscordActivity> = z.strictObject({
  items: z.array(z.strictObject(discordEventFields)),
  nextCursor: orNull(z.string()),
});

export const joinable: z.ZodMiniType<JoinableServers> = z.strictObject({
  servers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

export const groupRoles: z.ZodMiniType<GroupDiscordRoles> = z.strictObject({
  roles: z.array(
    z.strictObject({
      serverId: z.string(),
      serverName: z.string(),
      roleName: z.string(),
      color: orNull(z.string()),
      state: orNull(roleState),
    }),
  ),
});
