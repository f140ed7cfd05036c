import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { idSchema } from "#shared/page.ts";
import { optionalText, requiredLine } from "#shared/text.ts";
import type { HealthCheck } from "#shared/health.ts";
import { snowflakeSchema } from "./ids.ts";
import { TEMPLATE_MAX_LENGTH } from "./nickname.ts";
import type { NicknameFacts } from "./nickname.ts";

/** Discord's own limit of roles, and ours of groups for one role. */
const MAX_ROLES = 250;
const MAX_GROUPS_OF_ROLE = 100;

/** What happens to a mapped role that was given by hand. */
export const driftRuleSchema = z.enum(["list", "remove", "keep"]);
export type DriftRule = z.infer<typeof driftRuleSchema>;

/**
 * Why Muster leaves a member alone. `refused`: Discord does not let the bot change this member. `left`: not on the server.
 * `deleted`: the Discord account is gone. `role_gone`: a role was deleted at Discord. `unexpected`: another refusal.
 */
export type MemberProblem = "refused" | "left" | "deleted" | "role_gone" | "unexpected";

/**
 * Why Muster waits before it calls Discord again. `limited`: too many requests. `banned`: Discord's firewall refuses Muster.
 * `unavailable`: an outage. `unauthorized`: the bot token is not valid. `no_access`: the bot is not on the server.
 * `two_factor`: the server's moderators need two-factor authentication.
 */
export type ServerHalt =
  | "limited"
  | "banned"
  | "unavailable"
  | "unauthorized"
  | "no_access"
  | "two_factor";

const template = z.lazy(() =>
  z.pipe(
    requiredLine(
      english`The template is required`,
      TEMPLATE_MAX_LENGTH,
      english`The template must be ${TEMPLATE_MAX_LENGTH} characters or less`,
    ),
    z.string().check(
      z.refine((text) => !text.includes("|"), english`“|” separates what players add themselves`),
      z.refine(
        (text) => /\{(main|ticker|alliance|group)\}/.test(text),
        english`Use at least one of {main}, {ticker}, {alliance}, {group}`,
      ),
    ),
  ),
);

/** The role with this id, given to the members of any of the groups. */
const mappedRoleSchema = z.object({
  roleId: snowflakeSchema,
  groupIds: z.array(idSchema).check(z.maxLength(MAX_GROUPS_OF_ROLE)),
});

/** What an administrator decides about a server. */
export const serverSettingsSchema = z.object({
  roles: z.array(mappedRoleSchema).check(
    z.maxLength(MAX_ROLES),
    z.refine(
      (roles) => new Set(roles.map(({ roleId }) => roleId)).size === roles.length,
      english`A role is mapped once.`,
    ),
  ),
  nickname: z.nullable(z.object({ template, keepsOwnPart: z.boolean() })),
  /** Its members may join the server through Muster. */
  joinGroupId: z.nullable(idSchema),
  drift: driftRuleSchema,
});
export type ServerSettings = z.infer<typeof serverSettingsSchema>;

/** `version`: of the settings that the person has read. If they have changed since, the edit is refused. */
export const saveServerSchema = z.extend(serverSettingsSchema, { version: z.int() });
export type SaveServer = z.infer<typeof saveServerSchema>;

/** `POST /admin/discord`: set up a server that the bot is on. */
export const addServerSchema = z.object({ serverId: snowflakeSchema });

/** A server is switched on as the person has read it. */
export const switchServerSchema = z.object({ isOn: z.boolean(), version: z.int() });

/** `retries`: also try members again that Discord has refused to change. */
export const checkServerSchema = z.object({ retries: z.boolean() });

export const serverParamSchema = z.object({ id: snowflakeSchema });
export const roleParamSchema = z.object({ id: snowflakeSchema, roleId: snowflakeSchema });

/** A server the bot is on. */
export type ServerSummary = {
  id: string;
  name: string;
  /** `new`: not set up in Muster yet. */
  state: "new" | "off" | "on";
};

/** `GET /admin/discord`. */
export type DiscordServers = {
  /** Null without a bot token. */
  installUrl: string | null;
  permissions: string[];
  servers: ServerSummary[];
  /** Why the list of Discord could not be read: servers that are set up are shown. */
  failure: string | null;
};

/** Why a role can never be given, or not now. */
export type RoleRefusal = "everyone" | "managed" | "administrator" | "above";

export type RoleOfServer = {
  id: string;
  name: string;
  /** `#rrggbb`; null for a role without a colour. */
  color: string | null;
  refusal: RoleRefusal | null;
  /** Members who have it now, as of the last check: those who are linked, and all if Discord tells. */
  now: number;
};

/** A line of a server's health. `steps`: what to do at Discord. */
export type ServerCheck = Pick<HealthCheck, "id" | "title" | "state" | "words"> & {
  steps: string[];
};

export type ServerProblem = {
  discordId: string;
  name: string;
  mainCharacterName: string | null;
  problem: MemberProblem;
  at: string;
};

/** What Muster is doing. `total` and `done` count members. */
type ServerWork = {
  isChecking: boolean;
  /** Members that wait because something about them has changed. */
  waiting: number;
  halt: ServerHalt | null;
  waitsUntil: string | null;
  /** Removals that wait for a decision, or are being applied. */
  removals: { state: "held" | "released"; count: number; at: string } | null;
};

/** `GET /admin/discord/:id`. */
export type DiscordServer = {
  id: string;
  name: string;
  isOn: boolean;
  ownerName: string | null;
  /** On the server, as Discord counts; linked ones among them, as of the last check. */
  memberCount: number | null;
  linkedCount: number;
  /** In Discord's order, the highest first; without the role of everybody. */
  roles: RoleOfServer[];
  botRole: { name: string; place: number; id: string } | null;
  hasMembersIntent: boolean;
  settings: ServerSettings;
  version: number;
  /** The names of the groups in the settings. */
  groupNames: Record<string, string>;
  checks: ServerCheck[];
  factsAt: string;
  sweptAt: string | null;
  work: ServerWork;
  problems: ServerProblem[];
  /** Pilots to show the nickname template with. */
  samples: { name: string; facts: NicknameFacts }[];
};

/** What would change for a member. */
export type PreviewedMember = {
  discordId: string;
  /** Their Discord name. */
  name: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  add: string[];
  remove: string[];
  /** Given by hand; listed and not removed. */
  extra: string[];
  nickname: string | null;
  problem: MemberProblem | null;
};

/** `POST /admin/discord/:id/preview`. */
export type ServerPreview = {
  people: PreviewedMember[];
  /** By mapped role: how many pilots of its groups are on the server. */
  wanted: Record<string, number>;
  /** Removals of so many people are held. */
  isHeld: boolean;
  /** The members of the server have not been read yet. */
  isUnread: boolean;
};

/** A mapped role that a member has without a group, or lacks although a group gives it. */
export type DriftItem = {
  discordId: string;
  name: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  roleId: string;
  kind: "extra" | "missing";
  /** Who changed it by hand, from Discord's audit log of 45 days; null if it does not say. */
  by: { name: string; at: string } | null;
};

/** `GET /admin/discord/:id/drift`. */
export type Drift = { items: DriftItem[]; auditLog: "read" | "unavailable" };

/** `enforce`: remove the role, or give it again. `accept`: leave it as it is. */
export const driftDecisionSchema = z.object({
  decision: z.enum(["enforce", "accept"]),
  items: z
    .array(z.object({ discordId: snowflakeSchema, roleId: snowflakeSchema }))
    .check(z.minLength(1), z.maxLength(100)),
});
export type DriftDecision = z.infer<typeof driftDecisionSchema>;

const reasonSchema = z.pipe(
  optionalText(500, english`Reason must be 500 characters or less`),
  z.string(english`Reason is required`).check(z.minLength(1, english`Reason is required`)),
);

/** `removalCount`: the number that the person has read. If it has changed since, the decision is refused. */
export const serverRemovalsSchema = z.object({
  decision: z.enum(["release", "discard"]),
  removalCount: z.int(),
  reason: reasonSchema,
});
export type ServerRemovals = z.infer<typeof serverRemovalsSchema>;

/** Members whose removal of roles is held. */
export type HeldMember = Pick<
  PreviewedMember,
  "discordId" | "name" | "mainCharacterId" | "mainCharacterName" | "remove"
>;

/** `GET /discord/servers`: servers that the pilot may join through Muster. */
export type JoinableServers = { servers: { id: string; name: string }[] };
