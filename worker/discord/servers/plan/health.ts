import type { RoleRefusal, ServerCheck, ServerHalt } from "#shared/discord/servers.ts";
import { english } from "#shared/english.ts";
import type { ServerFacts } from "#worker/db/schema/discord-servers.ts";
import { hasPermission, highestRole, roleRefusal } from "./rules.ts";
import type { Permission } from "./rules.ts";

/** Whole sentences, because a permission has the name that Discord's app has in the reader's language. */
const LACKS: Record<Permission, string> = {
  manageRoles: english`Muster’s role lacks Manage Roles`,
  manageNicknames: english`Muster’s role lacks Manage Nicknames`,
  createInvite: english`Muster’s role lacks Create Invite`,
  viewAuditLog: english`Muster’s role lacks View Audit Log`,
  createEvents: english`Muster’s role lacks Create Events`,
};
const SWITCH_ON: Record<Permission, string> = {
  manageRoles: english`Under Permissions, switch Manage Roles on, and save.`,
  manageNicknames: english`Under Permissions, switch Manage Nicknames on, and save.`,
  createInvite: english`Under Permissions, switch Create Invite on, and save.`,
  viewAuditLog: english`Under Permissions, switch View Audit Log on, and save.`,
  createEvents: english`Under Permissions, switch Create Events on, and save.`,
};

/** What the health of a server depends on besides what Discord says. */
type HealthSettings = {
  roleIds: readonly string[];
  hasNicknames: boolean;
  hasJoining: boolean;
  /** Operations are shown as events, of which Discord has refused some. */
  hasEvents: boolean;
  areEventsRefused: boolean;
  halt: ServerHalt | null;
};

/** Everything that must hold before a server can be switched on, in words. Pure; failures first. */
export function checksOf(facts: ServerFacts, settings: HealthSettings): ServerCheck[] {
  const checks = [
    ...haltChecks(settings.halt),
    ...checkPermissions(facts, settings),
    ...checkRoles(facts, settings.roleIds),
    ...checkEvents(facts, settings),
    checkIntent(facts),
    checkTwoFactor(facts, settings.halt),
  ];
  const order = ["failed", "warning", "unknown", "ok"];
  return checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

function haltChecks(halt: ServerHalt | null): ServerCheck[] {
  switch (halt) {
    case "unauthorized":
      return [
        {
          id: "access",
          title: english`Discord does not accept the bot token`,
          state: "failed",
          words: english`Muster changes nothing until the token is valid. No role is lost.`,
          steps: [
            english`Open the application at discord.com/developers/applications, then Bot, and reset the token.`,
            english`Run: npx wrangler secret put DISCORD_BOT_TOKEN`,
            english`Press “Check again” here.`,
          ],
        },
      ];
    case "no_access":
      return [
        {
          id: "access",
          title: english`The bot is not on this server`,
          state: "failed",
          words: english`Someone removed it, or the server was deleted. Muster changes nothing.`,
          steps: [
            english`Install the bot again with the link on the Discord page.`,
            english`Press “Check again”.`,
          ],
        },
      ];
    case "banned":
      return [
        {
          id: "access",
          title: english`Discord’s firewall refuses Muster`,
          state: "warning",
          words: english`Muster waits for an hour and tries again by itself. No role is lost.`,
          steps: [],
        },
      ];
    default:
      return [];
  }
}

function checkPermissions(
  facts: ServerFacts,
  { hasNicknames, hasJoining }: HealthSettings,
): ServerCheck[] {
  const needed: Permission[] = [
    "manageRoles",
    ...(hasNicknames ? ["manageNicknames" as const] : []),
    ...(hasJoining ? ["createInvite" as const] : []),
  ];
  const missing = needed.filter((permission) => !hasPermission(facts, permission));
  if (missing.length > 0) {
    return missing.map((permission) => ({
      id: permission,
      title: LACKS[permission],
      state: "failed",
      words: english`Discord refuses what Muster would do for this server.`,
      steps: stepsFor(permission),
    }));
  }
  if (!hasPermission(facts, "viewAuditLog")) {
    return [
      {
        id: "viewAuditLog",
        title: LACKS.viewAuditLog,
        state: "warning",
        words: english`Roles follow the groups, but Muster cannot say who changed a role by hand.`,
        steps: stepsFor("viewAuditLog"),
      },
    ];
  }
  const words = english`Muster may use everything that it needs.`;
  return [ok("permissions", english`Permissions`, words)];
}

const ok = (id: string, title: string, words: string): ServerCheck => ({
  id,
  title,
  state: "ok",
  words,
  steps: [],
});

const stepsFor = (permission: Permission): string[] => [
  english`In Discord, open Server Settings, then Roles, then Muster’s role.`,
  SWITCH_ON[permission],
];

const REFUSED_ROLES: Record<RoleRefusal, (name: string, own: string) => Omit<ServerCheck, "id">> = {
  everyone: () => ({
    title: english`@everyone is mapped`,
    state: "failed",
    words: english`Every member has this role already.`,
    steps: [english`Take it out of the mapping.`],
  }),
  managed: (name) => ({
    title: english`${name} is managed by Discord`,
    state: "failed",
    words: english`Discord alone gives this role, for example to a bot or for boosting.`,
    steps: [english`Map another role instead of ${name}.`],
  }),
  administrator: (name) => ({
    title: english`${name} holds Administrator`,
    state: "failed",
    words: english`Muster never gives a role that holds Administrator.`,
    steps: [english`Take Administrator from ${name} in Discord, or map another role.`],
  }),
  above: (name, own) => ({
    title: english`${name} is above Muster’s role`,
    state: "failed",
    words: english`Discord lets a bot give only roles below its own.`,
    steps: [
      english`In Discord, open Server Settings, then Roles.`,
      english`Drag “${own}” above “${name}”, and save.`,
    ],
  }),
};

function checkRoles(facts: ServerFacts, roleIds: readonly string[]): ServerCheck[] {
  const own = highestRole(facts)?.name ?? "Muster";
  const failed = roleIds.flatMap((id): ServerCheck[] => {
    const role = facts.roles.find((candidate) => candidate.id === id);
    if (role === undefined) {
      return [
        {
          id: `role-${id}`,
          title: english`A mapped role was deleted on Discord`,
          state: "failed",
          words: english`It cannot be given any more.`,
          steps: [english`Take it out of the mapping.`],
        },
      ];
    }
    const refusal = roleRefusal(role, facts);
    if (refusal === null) return [];
    return [{ id: `role-${id}`, ...REFUSED_ROLES[refusal](role.name, own) }];
  });
  if (failed.length > 0) return failed;
  const words =
    roleIds.length === 0
      ? english`No role is mapped yet.`
      : english`Every mapped role exists and is below Muster’s own; none is managed or holds Administrator.`;
  return [ok("roles", english`Mapped roles`, words)];
}

/** Roles do not depend on it, so it keeps no server off. */
function checkEvents(
  facts: ServerFacts,
  { hasEvents, areEventsRefused }: HealthSettings,
): ServerCheck[] {
  if (!hasEvents) return [];
  if (!hasPermission(facts, "createEvents")) {
    return [
      {
        id: "createEvents",
        title: LACKS.createEvents,
        state: "warning",
        words: english`Operations are not shown as events of this server. Muster tries again every hour.`,
        steps: stepsFor("createEvents"),
      },
    ];
  }
  if (!areEventsRefused) return [];
  return [
    {
      id: "events",
      title: english`Discord refuses events of operations`,
      state: "warning",
      words: english`Muster tries again every hour. A server has at most 100 events.`,
      steps: [],
    },
  ];
}

function checkIntent({ hasMembersIntent }: ServerFacts): ServerCheck {
  if (hasMembersIntent) {
    const words = english`The intent is on, so people who are not linked are seen as well.`;
    return ok("intent", english`Member list`, words);
  }
  return {
    id: "intent",
    title: english`Discord does not tell the member list`,
    state: "warning",
    words: english`Roles follow the groups. People who have a mapped role without a linked account are not seen, and a check takes longer.`,
    steps: [
      english`Open the application at discord.com/developers/applications, then Bot.`,
      english`Switch Server Members Intent on, and save.`,
    ],
  };
}

function checkTwoFactor({ requiresTwoFactor }: ServerFacts, halt: ServerHalt | null): ServerCheck {
  const line = { id: "two-factor", title: english`Two-factor rule` };
  const steps = [
    english`The owner of the application switches two-factor authentication on in their Discord account.`,
    english`Press “Check again” here.`,
  ];
  if (halt === "two_factor") {
    return {
      ...line,
      title: english`Discord asks for two-factor authentication`,
      state: "failed",
      words: english`This server asks it of moderators, and the account that owns Muster’s application has none.`,
      steps,
    };
  }
  if (!requiresTwoFactor) {
    return { ...line, state: "ok", words: english`This server has no such rule.`, steps: [] };
  }
  return {
    ...line,
    state: "warning",
    words: english`This server asks it of moderators. It works if the account that owns Muster’s application has it.`,
    steps: steps.slice(0, 1),
  };
}
