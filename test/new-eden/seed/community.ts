import type { CreateCategory, Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";

export const CATEGORIES: (CreateCategory & { key: string })[] = [
  {
    key: "fleets",
    name: "Fleets",
    description: "Who undocks for what. Doctrines are pinned in each group's channel.",
    visibility: "public",
    allowGroupCreation: "anyone",
  },
  {
    key: "industry",
    name: "Industry",
    description: "Ore, ice, gas and everything that is made of them.",
    visibility: "public",
    allowGroupCreation: "anyone",
  },
  {
    key: "exploration",
    name: "Exploration",
    description: "Chains, relics and places nobody has bookmarked yet.",
    visibility: "public",
    allowGroupCreation: "anyone",
  },
  {
    key: "knowledge",
    name: "Knowledge",
    description: "Learning, teaching, and arguing about fits.",
    visibility: "public",
    allowGroupCreation: "anyone",
  },
  {
    key: "squads",
    name: "Squads",
    description: null,
    visibility: "public",
    allowGroupCreation: "admin_only",
  },
  {
    key: "intelligence",
    name: "Intelligence",
    description: "You know why you can read this.",
    visibility: "hidden",
    allowGroupCreation: "admin_only",
  },
  {
    key: "administration",
    name: "Administration",
    description: "What the services need. Members do not see that they are in it.",
    visibility: "system",
    allowGroupCreation: "admin_only",
  },
];

export type SeededGroup = {
  category: string;
  name: string;
  description: string | null;
  joinMode: JoinMode;
  visibility?: Visibility;
  daysOld: number;
  owner: string;
  admins?: string[];
  members?: string[];
  /** The number of other members of the community in it. */
  others: number;
  /** The pending join requests, with their reasons. */
  requests?: [name: string, reason: string | null][];
  /** The pending invitations, with their age in days. */
  invited?: [name: string, daysAgo: number][];
  codes?: { code: string; uses: number; useLimit?: number; daysLeft?: number }[];
};
