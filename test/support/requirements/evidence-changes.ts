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
type Act = (user: Concerned) => Promise<unknown>;

export type Change = {
  /** A rule that looks at it. */
  rule: Requirement;
  before?: Act;
  act: Act;
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

  const join =
    (groupId: string): Act =>
    ({ userId }) =>
      db.insert(groupMembers).values({ groupId, userId, role: "member", joinedAt: new Date() });
  const authorize: Act = ({ mainCharacterId }) => buildToken(muster, mainCharacterId);
  const changeToken =
    (change: Partial<typeof eveTokens.$inferInsert>): Act =>
    ({ mainCharacterId }) =>
      db.update(eveTokens).set(change).where(eq(eveTokens.characterId, mainCharacterId));
  const changeUser =
    (change: Partial<typeof users.$inferInsert>): Act =>
    ({ userId }) =>
      db.update(users).set(change).where(eq(users.id, userId));
  const move =
    (allianceId: number | null): Act =>
    ({ mainCharacterId }) =>
      affiliate(mainCharacterId, allianceId);
  const read =
    (section: string, data: unknown, levels?: Record<string, number>): Act =>
    ({ mainCharacterId }) =>
      setSection(mainCharacterId, section, data, levels);
  const check =
    (checks: Parameters<typeof setChecks>[1]): Act =>
    ({ mainCharacterId }) =>
      setChecks(mainCharacterId, checks);
  const listRoles: Act = ({ mainCharacterId: characterId }) =>
    db.insert(memberRoles).values({ characterId, corporationId, roles: ["Trader"] });
  const listTitles: Act = ({ mainCharacterId: characterId }) =>
    db.insert(memberTitles).values({ characterId, corporationId, titleIds: [1] });
  const stand =
    (standing: number): Act =>
    ({ mainCharacterId }) =>
      setContact(1, mainCharacterId, standing);
  const trained = read("skills", { total_sp: 1 }, { 3300: 1 });

  const authorized = { rule: AUTHORIZED, before: authorize };
  const ofAccount = { isOfAccount: true, rule: DISCORD } as const;
  const trader = { rule: hasRole("Trader") };
  const titled = { rule: hasTitle(1, 1) };
  const standing = { rule: hasStanding("corporation", corporationId) };
  const memberOf: Requirement = { type: "member_of", groupIds: [named] };

  const changes: Record<string, Change> = {
    "a first corporation": { rule: IN_ALLIANCE, act: move(null) },
    "another alliance": { rule: IN_ALLIANCE, before: move(null), act: move(ALLIANCE) },
    "an authorization": { rule: AUTHORIZED, act: authorize },
    "a revoked authorization": { ...authorized, act: changeToken({ state: "revoked" }) },
    "other scopes": { ...authorized, act: changeToken({ scopes: ["a"] }) },
    "a deleted authorization": {
      ...authorized,
      act: ({ mainCharacterId }) =>
        db.delete(eveTokens).where(eq(eveTokens.characterId, mainCharacterId)),
    },
    "another main": { ...ofAccount, act: changeUser({ mainCharacterId: null }) },
    "a suspension": {
      ...ofAccount,
      act: changeUser({ suspendedUntil: new Date(), suspensionReason: "Spying" }),
    },
    "a character that is linked": {
      ...ofAccount,
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
      before: trained,
      act: read("skills", { total_sp: 2 }, { 3300: 2 }),
    },
    "more skill points": {
      rule: RICH,
      before: trained,
      act: read("skills", { total_sp: 2 }, { 3300: 1 }),
    },
    "a queue with a finished skill": {
      rule: SKILLED,
      act: read("skillQueue", finishing(NOW - DAY_MS)),
    },
    "a corporation history": { rule: SETTLED, act: read("corporationHistory", []) },
    "a public sheet": {
      rule: OLD,
      before: read("info", { name: "A" }),
      act: read("info", { name: "B" }),
    },
    "own roles": { ...trader, act: read("roles", ["Trader"]) },
    "own titles": { ...titled, act: read("titles", { ids: [] }) },
    "a reading after a long time": {
      rule: SKILLED,
      before: check({ skills: checkedAt(NOW - 8 * DAY_MS) }),
      act: check({ skills: checkedAt(NOW) }),
    },
    "a deleted character": {
      rule: EVERY_AUTHORIZED,
      before: check({ info: checkedAt(NOW) }),
      act: check({ info: checkedAt(NOW, "deleted") }),
    },
    "roles in a director's list": { ...trader, act: listRoles },
    "other roles in a director's list": {
      ...trader,
      before: listRoles,
      act: ({ mainCharacterId }) =>
        db
          .update(memberRoles)
          .set({ roles: ["Auditor"] })
          .where(eq(memberRoles.characterId, mainCharacterId)),
    },
    "roles that were taken away": {
      ...trader,
      before: listRoles,
      act: ({ mainCharacterId }) =>
        db.delete(memberRoles).where(eq(memberRoles.characterId, mainCharacterId)),
    },
    "titles in a director's list": { ...titled, act: listTitles },
    "titles that were taken away": {
      ...titled,
      before: listTitles,
      act: ({ mainCharacterId }) =>
        db.delete(memberTitles).where(eq(memberTitles.characterId, mainCharacterId)),
    },
    "a character that becomes a contact": { ...standing, act: stand(5) },
    "another standing": { ...standing, before: stand(5), act: stand(-5) },
    "a contact that is removed": {
      ...standing,
      before: stand(5),
      act: ({ mainCharacterId }) =>
        db.delete(contacts).where(eq(contacts.contactId, mainCharacterId)),
    },
    ...discordChanges(muster, serverId),
    "a membership that a rule names": { rule: memberOf, act: join(named) },
    "the end of a membership that a rule names": {
      rule: memberOf,
      before: join(named),
      act: ({ userId }) => db.delete(groupMembers).where(eq(groupMembers.userId, userId)),
    },
    "a membership in a group with requirements": { ...ofAccount, act: join(ruled) },
  };

  return changes;
}
