import type { FactValue, RuleNames } from "#shared/requirements/cause.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";

export const NOW = Date.parse("2026-11-23T18:42:07Z");
export const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

export const names: RuleNames = {
  eve: { 1: "Null Concord", 2: "Sable Meridian", 3: "Perkone Holdings" },
  groups: { g1: "Home Defence", g2: "Логистика" },
  titles: { "2:4": "Quartermaster", "2:8": "Hauler" },
  servers: { "77": "Sable Meridian" },
  skills: { 11: "Jump Drive Calibration", 12: "Capital Ships" },
  facts: { f1: { title: "Fleets in the last 30 days", application: "Pings", maxAgeHours: 168 } },
};

type Sample = {
  condition: Condition;
  /** The condition with "every character", or as it is. */
  every: string;
  none: string;
  /** A fact that does not meet it, and one that does. */
  unmet: { fact: FactValue | null; asOf?: string; text: string };
  met: { fact: FactValue | null; text: string };
};

export const SAMPLES: { [Type in Condition["type"]]: Sample } = {
  corporation: {
    condition: { type: "corporation", corporationIds: [2, 3] },
    every: "Every character is in one of the corporations Sable Meridian or Perkone Holdings",
    none: "No character is in one of the corporations Sable Meridian or Perkone Holdings",
    unmet: {
      fact: { type: "affiliation", corporationId: 99, allianceId: null },
      text: "Rook Ansgar is in another corporation.",
    },
    met: {
      fact: { type: "affiliation", corporationId: 3, allianceId: null },
      text: "Rook Ansgar is in Perkone Holdings.",
    },
  },
  alliance: {
    condition: { type: "alliance", allianceIds: [1] },
    every: "Every character is in the alliance Null Concord",
    none: "No character is in the alliance Null Concord",
    unmet: {
      fact: { type: "affiliation", corporationId: 3, allianceId: null },
      text: "Rook Ansgar is in Perkone Holdings, which is in no alliance.",
    },
    met: {
      fact: { type: "affiliation", corporationId: 3, allianceId: 1 },
      text: "Rook Ansgar is in Null Concord.",
    },
  },
  time_in_corporation: {
    condition: { type: "time_in_corporation", days: 30 },
    every: "Every character has been in its corporation for at least 30 days",
    none: "No character has been in its corporation for at least 30 days",
    unmet: {
      fact: { type: "since", at: daysAgo(12) },
      text: "Rook Ansgar has been in its corporation for 12 days, and reaches 30 days on Dec 11.",
    },
    met: {
      fact: { type: "since", at: daysAgo(31) },
      text: "Rook Ansgar has been in its corporation for 31 days.",
    },
  },
  roles: {
    condition: { type: "roles", roles: ["Director", "Station_Manager"] },
    every: "Every character has one of the roles Director or Station Manager",
    none: "No character has one of the roles Director or Station Manager",
    unmet: {
      fact: { type: "roles", roles: [] },
      text: "Rook Ansgar does not have any of the roles Director or Station Manager.",
    },
    met: {
      fact: { type: "roles", roles: ["Director"] },
      text: "Rook Ansgar has the role Director.",
    },
  },
  titles: {
    condition: { type: "titles", corporationId: 2, titleIds: [4, 8] },
    every: "Every character has one of the titles Quartermaster or Hauler in Sable Meridian",
    none: "No character has one of the titles Quartermaster or Hauler in Sable Meridian",
    unmet: {
      fact: { type: "titles", titleIds: [] },
      text: "Rook Ansgar does not have any of the titles Quartermaster or Hauler in Sable Meridian.",
    },
    met: {
      fact: { type: "titles", titleIds: [8] },
      text: "Rook Ansgar has the title Hauler in Sable Meridian.",
    },
  },
  authorization: {
    condition: { type: "authorization", scopes: ["esi-skills.read_skills.v1"] },
    every: "Every character has a valid authorization for skills",
    none: "No character has a valid authorization for skills",
    unmet: {
      fact: { type: "authorization", state: "revoked", missingScopes: [] },
      asOf: daysAgo(2),
      text: "Rook Ansgar lost its authorization 2 days ago.",
    },
    met: {
      fact: { type: "authorization", state: "ok", missingScopes: [] },
      text: "Rook Ansgar has a valid authorization.",
    },
  },
  skills: {
    condition: {
      type: "skills",
      name: "Capital pilots",
      skills: [
        { skillId: 11, level: 5 },
        { skillId: 12, level: 1 },
      ],
    },
    every: "Every character has trained Capital pilots",
    none: "No character has trained Capital pilots",
    unmet: {
      fact: { type: "skills", required: 2, missing: [{ skillId: 11, level: 5, trained: 4 }] },
      text: "Rook Ansgar has trained 1 of 2 skills of Capital pilots, and lacks Jump Drive Calibration V.",
    },
    met: {
      fact: { type: "skills", required: 2, missing: [] },
      text: "Rook Ansgar has trained Capital pilots.",
    },
  },
  total_sp: {
    condition: { type: "total_sp", minimum: 50_000_000 },
    every: "Every character has at least 50,000,000 skill points",
    none: "No character has at least 50,000,000 skill points",
    unmet: {
      fact: { type: "number", value: 43_100_000 },
      text: "Rook Ansgar has 43,100,000 skill points.",
    },
    met: {
      fact: { type: "number", value: 50_000_001 },
      text: "Rook Ansgar has 50,000,001 skill points.",
    },
  },
  character_age: {
    condition: { type: "character_age", days: 1 },
    every: "Every character is at least 1 day old",
    none: "No character is at least 1 day old",
    unmet: {
      fact: { type: "since", at: daysAgo(0) },
      text: "Rook Ansgar is 0 days old, and reaches 1 day on Nov 24.",
    },
    met: { fact: { type: "since", at: daysAgo(800) }, text: "Rook Ansgar is 800 days old." },
  },
  security_status: {
    condition: { type: "security_status", minimum: -2 },
    every: "Every character has a security status of at least -2.0",
    none: "No character has a security status of at least -2.0",
    unmet: {
      fact: { type: "number", value: -2.04 },
      text: "Rook Ansgar has a security status of -2.04.",
    },
    met: {
      fact: { type: "number", value: 0.5 },
      text: "Rook Ansgar has a security status of 0.5.",
    },
  },
  standing: {
    condition: { type: "standing", minimum: 5, of: "corporation", ownerId: 2 },
    every: "Every character has a standing of at least +5.0 with Sable Meridian",
    none: "No character has a standing of at least +5.0 with Sable Meridian",
    unmet: {
      fact: { type: "number", value: 0 },
      text: "Rook Ansgar has a standing of 0.0 with Sable Meridian.",
    },
    met: {
      fact: { type: "number", value: 10 },
      text: "Rook Ansgar has a standing of +10.0 with Sable Meridian.",
    },
  },
  member_of: {
    condition: { type: "member_of", groupIds: ["g1", "g2"] },
    every: "The user is a member of Home Defence or Логистика",
    none: "The user is not a member of Home Defence or Логистика",
    unmet: {
      fact: { type: "groups", groupIds: [] },
      text: "The user is not a member of Home Defence or Логистика.",
    },
    met: {
      fact: { type: "groups", groupIds: ["g2"] },
      text: "The user is a member of Логистика.",
    },
  },
  discord_linked: {
    condition: { type: "discord_linked" },
    every: "Discord is linked",
    none: "Discord is not linked",
    unmet: { fact: { type: "discord", isLinked: false }, text: "Discord is not linked." },
    met: { fact: { type: "discord", isLinked: true }, text: "Discord is linked." },
  },
  on_discord_server: {
    condition: { type: "on_discord_server", serverId: "77" },
    every: "The user is on the Discord server Sable Meridian",
    none: "The user is not on the Discord server Sable Meridian",
    unmet: {
      fact: { type: "server", isLinked: true, isMember: false },
      asOf: daysAgo(1),
      text: "The user is not on the Discord server Sable Meridian.",
    },
    met: {
      fact: { type: "server", isLinked: true, isMember: true },
      text: "The user is on the Discord server Sable Meridian.",
    },
  },
  account_age: {
    condition: { type: "account_age", days: 30 },
    every: "The account is at least 30 days old",
    none: "The account is less than 30 days old",
    unmet: {
      fact: { type: "since", at: daysAgo(12) },
      text: "The account is 12 days old, and reaches 30 days on Dec 11.",
    },
    met: { fact: { type: "since", at: daysAgo(31) }, text: "The account is 31 days old." },
  },
  fact: {
    condition: { type: "fact", factId: "f1", test: { compare: "at_least", value: 3 } },
    every: "Fleets in the last 30 days: at least 3, says Pings",
    none: "Fleets in the last 30 days: not at least 3, says Pings",
    unmet: {
      fact: { type: "fact", value: 2 },
      asOf: daysAgo(1 / 8),
      text: "Fleets in the last 30 days: 2 of 3 needed, says Pings, 3 hours ago.",
    },
    met: {
      fact: { type: "fact", value: 7 },
      text: "Fleets in the last 30 days: 7 of 3 needed, says Pings.",
    },
  },
  took_part: {
    condition: { type: "took_part", count: 3, groupIds: ["g1"], kinds: [], days: 30 },
    every: "The user took part in at least 3 operations of Home Defence in 30 days",
    none: "The user took part in fewer than 3 operations of Home Defence in 30 days",
    unmet: {
      fact: { type: "operations", count: 2, unread: 0, next: null },
      text: "2 of 3 operations in 30 days.",
    },
    met: {
      fact: { type: "operations", count: 7, unread: 0, next: null },
      text: "7 operations in 30 days, 3 needed.",
    },
  },
  cleared: {
    condition: { type: "cleared" },
    every: "A condition that only administrators see is met",
    none: "A condition that only administrators see is not met",
    unmet: { fact: null, text: "A condition that only administrators see is not met. Ask them." },
    met: { fact: null, text: "A condition that only administrators see is met." },
  },
};
