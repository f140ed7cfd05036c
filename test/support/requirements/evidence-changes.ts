import { eq } from "drizzle-orm";
import type { Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { contacts, memberRoles, memberTitles } from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { buildToken } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { anyCharacter, hasRole, hasStanding, hasTitle, skill } from "./condition-builders.ts";
import { DISCORD, discordChanges } from "#test/support/discord/discord-changes.ts";
import { checkedAt, evidenceWriter, finishing } from "./evidence-writer.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

export const ALLIANCE = 99_000_001;
const NOW = Date.now();

export const IN_ALLIANCE = anyCharacter({ type: "alliance", allianceIds: [ALLIANCE] });
export const AUTHORIZED = anyCharacter({ type: "authorization", scopes: [] });
const OLD = anyCharacter({ type: "character_age", days: 1 });
const SETTLED = anyCharacter({ type: "time_in_corporation", days: 1 });
export const SKILLED = anyCharacter(skill(3300, 1));
const RICH = anyCharacter({ type: "total_sp", minimum: 1 });
const EVERY_AUTHORIZED: Requirement = {
  type: "characters",
  which: "every",
  meet: { type: "authorization", scopes: [] },
};

export type Concerned = Pick<BuiltUser, "userId" | "mainCharacterId">;

export type Change = {
  /** A rule that looks at it. */
  rule: Requirement;
  before?: (user: Concerned) => Promise<unknown>;
  act: (user: Concerned) => Promise<unknown>;
  /** Every rule looks at it. */
  isOfAccount?: true;
};

type Given = {
  corporationId: number;
  /** A group that a rule names, and one that has the rule. */
  named: string;
  ruled: string;
  /** A Discord server that is on. */
  serverId: string;
};

/** Each change of evidence. The user is new for each. */
export function evidenceChanges(muster: Muster, { corporationId, named, ruled, serverId }: Given) {
  const { db } = muster.context;
  const { affiliate, setSection, setChecks, setContact } = evidenceWriter(muster, corporationId);

  const join = (groupId: string, userId: string) =>
    db.insert(groupMembers).values({ groupId, userId, role: "member", joinedAt: new Date() });

  const changes: Record<string, Change> = {
    "a first corporation": {
      rule: IN_ALLIANCE,
      act: ({ mainCharacterId }) => affiliate(mainCharacterId, null),
    },
    "another alliance": {
      rule: IN_ALLIANCE,
      before: ({ mainCharacterId }) => affiliate(mainCharacterId, null),
      act: ({ mainCharacterId }) => affiliate(mainCharacterId, ALLIANCE),
    },
    "an authorization": {
      rule: AUTHORIZED,
      act: ({ mainCharacterId }) => buildToken(muster, mainCharacterId),
    },
    "a revoked authorization": {
      rule: AUTHORIZED,
      before: ({ mainCharacterId }) => buildToken(muster, mainCharacterId),
      act: ({ mainCharacterId }) =>
        db
          .update(eveTokens)
          .set({ state: "revoked" })
          .where(eq(eveTokens.characterId, mainCharacterId)),
    },
    "other scopes": {
      rule: AUTHORIZED,
      before: ({ mainCharacterId }) => buildToken(muster, mainCharacterId),
      act: ({ mainCharacterId }) =>
        db
          .update(eveTokens)
          .set({ scopes: ["a"] })
          .where(eq(eveTokens.characterId, mainCharacterId)),
    },
    "a deleted authorization": {
      rule: AUTHORIZED,
      before: ({ mainCharacterId }) => buildToken(muster, mainCharacterId),
      act: ({ mainCharacterId }) =>
        db.delete(eveTokens).where(eq(eveTokens.characterId, mainCharacterId)),
    },
    "another main": {
      isOfAccount: true,
      rule: DISCORD,
      act: ({ userId }) =>
        db.update(users).set({ mainCharacterId: null }).where(eq(users.id, userId)),
    },
    "a suspension": {
      isOfAccount: true,
      rule: DISCORD,
      act: ({ userId }) =>
        db
          .update(users)
          .set({ suspendedUntil: new Date(), suspensionReason: "Spying" })
          .where(eq(users.id, userId)),
    },
    "a character that is linked": {
      isOfAccount: true,
      rule: DISCORD,
      act: ({ userId, mainCharacterId }) =>
        db.insert(characters).values({
          id: mainCharacterId + 5_000_000,
          name: "Alt",
          nameFolded: "alt",
          userId: userId,
        }),
    },
    "trained skills": {
      rule: SKILLED,
      before: ({ mainCharacterId }) =>
        setSection(mainCharacterId, "skills", { total_sp: 1 }, { 3300: 1 }),
      act: ({ mainCharacterId }) =>
        setSection(mainCharacterId, "skills", { total_sp: 2 }, { 3300: 2 }),
    },
    "more skill points": {
      rule: RICH,
      before: ({ mainCharacterId }) =>
        setSection(mainCharacterId, "skills", { total_sp: 1 }, { 3300: 1 }),
      act: ({ mainCharacterId }) =>
        setSection(mainCharacterId, "skills", { total_sp: 2 }, { 3300: 1 }),
    },
    "a queue with a finished skill": {
      rule: SKILLED,
      act: ({ mainCharacterId }) =>
        setSection(mainCharacterId, "skillQueue", finishing(NOW - DAY_MS)),
    },
    "a corporation history": {
      rule: SETTLED,
      act: ({ mainCharacterId }) => setSection(mainCharacterId, "corporationHistory", []),
    },
    "a public sheet": {
      rule: OLD,
      before: ({ mainCharacterId }) => setSection(mainCharacterId, "info", { name: "A" }),
      act: ({ mainCharacterId }) => setSection(mainCharacterId, "info", { name: "B" }),
    },
    "own roles": {
      rule: hasRole("Trader"),
      act: ({ mainCharacterId }) => setSection(mainCharacterId, "roles", ["Trader"]),
    },
    "own titles": {
      rule: hasTitle(1, 1),
      act: ({ mainCharacterId }) => setSection(mainCharacterId, "titles", { ids: [] }),
    },
    "a reading after a long time": {
      rule: SKILLED,
      before: ({ mainCharacterId }) =>
        setChecks(mainCharacterId, { skills: checkedAt(NOW - 8 * DAY_MS) }),
      act: ({ mainCharacterId }) => setChecks(mainCharacterId, { skills: checkedAt(NOW) }),
    },
    "a deleted character": {
      rule: EVERY_AUTHORIZED,
      before: ({ mainCharacterId }) => setChecks(mainCharacterId, { info: checkedAt(NOW) }),
      act: ({ mainCharacterId }) => setChecks(mainCharacterId, { info: checkedAt(NOW, "deleted") }),
    },
    "roles in a director's list": {
      rule: hasRole("Trader"),
      act: ({ mainCharacterId }) =>
        db
          .insert(memberRoles)
          .values({ characterId: mainCharacterId, corporationId, roles: ["Trader"] }),
    },
    "other roles in a director's list": {
      rule: hasRole("Trader"),
      before: ({ mainCharacterId }) =>
        db
          .insert(memberRoles)
          .values({ characterId: mainCharacterId, corporationId, roles: ["Trader"] }),
      act: ({ mainCharacterId }) =>
        db
          .update(memberRoles)
          .set({ roles: ["Auditor"] })
          .where(eq(memberRoles.characterId, mainCharacterId)),
    },
    "roles that were taken away": {
      rule: hasRole("Trader"),
      before: ({ mainCharacterId }) =>
        db
          .insert(memberRoles)
          .values({ characterId: mainCharacterId, corporationId, roles: ["Trader"] }),
      act: ({ mainCharacterId }) =>
        db.delete(memberRoles).where(eq(memberRoles.characterId, mainCharacterId)),
    },
    "titles in a director's list": {
      rule: hasTitle(1, 1),
      act: ({ mainCharacterId }) =>
        db
          .insert(memberTitles)
          .values({ characterId: mainCharacterId, corporationId, titleIds: [1] }),
    },
    "titles that were taken away": {
      rule: hasTitle(1, 1),
      before: ({ mainCharacterId }) =>
        db
          .insert(memberTitles)
          .values({ characterId: mainCharacterId, corporationId, titleIds: [1] }),
      act: ({ mainCharacterId }) =>
        db.delete(memberTitles).where(eq(memberTitles.characterId, mainCharacterId)),
    },
    "a character that becomes a contact": {
      rule: hasStanding("corporation", corporationId),
      act: ({ mainCharacterId }) => setContact(1, mainCharacterId, 5),
    },
    "another standing": {
      rule: hasStanding("corporation", corporationId),
      before: ({ mainCharacterId }) => setContact(1, mainCharacterId, 5),
      act: ({ mainCharacterId }) => setContact(1, mainCharacterId, -5),
    },
    "a contact that is removed": {
      rule: hasStanding("corporation", corporationId),
      before: ({ mainCharacterId }) => setContact(1, mainCharacterId, 5),
      act: ({ mainCharacterId }) =>
        db.delete(contacts).where(eq(contacts.contactId, mainCharacterId)),
    },
    ...discordChanges(muster, serverId),
    "a membership that a rule names": {
      rule: { type: "member_of", groupIds: [named] },
      act: ({ userId }) => join(named, userId),
    },
    "the end of a membership that a rule names": {
      rule: { type: "member_of", groupIds: [named] },
      before: ({ userId }) => join(named, userId),
      act: ({ userId }) => db.delete(groupMembers).where(eq(groupMembers.userId, userId)),
    },
    "a membership in a group with requirements": {
      isOfAccount: true,
      rule: DISCORD,
      act: ({ userId }) => join(ruled, userId),
    },
  };

  return changes;
}
