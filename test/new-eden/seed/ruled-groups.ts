import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { SeededGroup } from "./community.ts";

const IN_SABLE: Rule["tree"] = {
  type: "characters",
  which: "main",
  meet: { type: "corporation", corporationIds: [SABLE_MERIDIAN_ID] },
};

/** Groups with requirements: one that enrols by itself, one with a member in grace, and one whose removals are held. */
export const RULED_GROUPS: (SeededGroup & { rule: Rule })[] = [
  {
    category: "squads",
    name: "Sable Meridian",
    description: "Every pilot whose main flies for the corporation. Membership follows EVE.",
    joinMode: "invitation_only",
    daysOld: 60,
    owner: "Aurelia Voss",
    others: 0,
    rule: { tree: IN_SABLE, enrolment: "automatic", listing: "everyone", graceDays: 3 },
  },
  {
    category: "fleets",
    name: "Siege Fleet",
    description: "Capital pilots who answer at once. The list of skills is not negotiable.",
    joinMode: "approval",
    daysOld: 45,
    owner: "Aurelia Voss",
    members: ["Kestrel Ansgar"],
    others: 0,
    rule: {
      tree: {
        type: "all",
        of: [
          IN_SABLE,
          {
            type: "characters",
            which: "any",
            meet: {
              type: "skills",
              name: "Capital pilots",
              // Spaceship Command, Advanced Spaceship Command, Jump Fuel Conservation.
              skills: [
                { skillId: 3_327, level: 4 },
                { skillId: 20_342, level: 4 },
                { skillId: 21_610, level: 4 },
              ],
            },
          },
        ],
      },
      enrolment: "manual",
      listing: "everyone",
      graceDays: 7,
    },
  },
  {
    category: "industry",
    name: "Meridian Haulers",
    description: "Courier contracts of the corporation. Collateral is your word.",
    joinMode: "open",
    daysOld: 30,
    owner: "Mira Tal",
    others: 14,
    rule: { tree: IN_SABLE, enrolment: "manual", listing: "everyone", graceDays: 0 },
  },
];
