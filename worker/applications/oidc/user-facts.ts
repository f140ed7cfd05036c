import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import type { Claim, Claims } from "#shared/applications/claims.ts";
import { claimsOfScope } from "#shared/applications/claims.ts";
import type { Config } from "#worker/ground/config.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  applicationConsents,
  applicationGroups,
  applications,
} from "#worker/db/schema/applications.ts";
import {
  characterAffiliations,
  names,
  UNKNOWN_CORPORATION_ID,
} from "#worker/db/schema/characters.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isShownTo, isVisibleToMember } from "#worker/access/visibility.ts";
import { isMemberOf } from "#worker/access/membership.ts";

const userId = sql.placeholder("userId");
const main = alias(characters, "main_character");

/** SQL expression on `applications`: the group whose members may sign in; null for everybody. */
const gateGroupId = sql`coalesce(${applications.requiredGroupId}, ${memberGroupId})`;
const isMemberOfGate = sql`${isMemberOf(gateGroupId, users.id)}`;

const nameOf = (
  id: typeof characterAffiliations.corporationId | typeof characterAffiliations.allianceId,
) => sql<string | null>`(select ${names.name} from ${names} where ${names.id} = ${id})`;

/** Groups of the user that the application is told of, as JSON. */
const grantedGroups = sql<string>`(
  select json_group_array(json_object('id', ${groups.id}, 'name', ${groups.name}, 'isVisible', ${isVisibleToMember})
    order by ${groups.nameFolded}, ${groups.id})
  from ${applicationGroups} join ${groups} on ${groups.id} = ${applicationGroups.groupId}
    join ${groupMembers} on ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${users.id}
  where ${applicationGroups.applicationId} = ${applications.id})`;

const visibleGroupCount = sql<number>`(select count(*) from ${groupMembers}
  join ${groups} on ${groups.id} = ${groupMembers.groupId}
  where ${groupMembers.userId} = ${users.id} and ${isVisibleToMember})`;

/** The group that the application requires, as JSON, if the user may see it without being a member. */
const shownGroup = sql<string | null>`(
  select json_object('id', ${groups.id}, 'name', ${groups.name}, 'canAsk', ${groups.joinMode} <> 'invitation_only')
  from ${groups} where ${groups.id} = ${applications.requiredGroupId}
    and ${isShownTo(userId, sql.placeholder("isGuest"))})`;

const allCharacters = sql<string>`(
  select json_group_array(json_object('id', ${characters.id}, 'name', ${characters.name})
    order by ${characters.id} = ${users.mainCharacterId} desc, ${characters.nameFolded})
  from ${characters} where ${characters.userId} = ${users.id} and ${characters.unconfirmedSince} is null)`;

/** What an application may learn of a user: no row if the account is gone, locked or suspended. */
const select = prepare(
  {
    userId: users.id,
    /** The application is switched on. */
    isOn: applications.isOn,
    claims: applications.claims,
    claimsByScope: applications.claimsByScope,
    mainId: main.id,
    mainName: main.name,
    corporationId: characterAffiliations.corporationId,
    corporationName: nameOf(characterAffiliations.corporationId),
    allianceId: characterAffiliations.allianceId,
    allianceName: nameOf(characterAffiliations.allianceId),
    groups: grantedGroups,
    groupCount: visibleGroupCount,
    characters: allCharacters,
    /** Belongs to the required group, or to the community. */
    mayUse: sql<number>`(${gateGroupId} is null or ${isMemberOfGate})`,
    shownGroup,
    consented: applicationConsents.claims,
  },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .innerJoin(main, eq(main.id, users.mainCharacterId))
      .innerJoin(applications, eq(applications.id, sql.placeholder("applicationId")))
      .leftJoin(
        characterAffiliations,
        and(
          eq(characterAffiliations.characterId, main.id),
          ne(characterAffiliations.corporationId, UNKNOWN_CORPORATION_ID),
        ),
      )
      .leftJoin(
        applicationConsents,
        and(
          eq(applicationConsents.applicationId, applications.id),
          eq(applicationConsents.userId, users.id),
        ),
      )
      .where(
        and(
          eq(users.id, userId),
          isNotNull(users.mainCharacterId),
          sql`not ${isSuspended(sql.placeholder("now"))}`,
        ),
      ),
);
export type UserFacts = RowOfStatement<typeof select>;

/** `isGuest`: what the user may see of the required group. */
export function selectFacts(applicationId: string, user: string, isGuest = false) {
  return select({ applicationId, userId: user, isGuest: isGuest ? 1 : 0, now: Date.now() });
}

const groupsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), isVisible: z.nullable(z.int()) }),
);
const charactersSchema = z.array(z.object({ id: z.int(), name: z.string() }));
const shownSchema = z.object({ id: z.string(), name: z.string(), canAsk: z.int() });

export function groupsOf(facts: UserFacts) {
  return groupsSchema.parse(JSON.parse(facts.groups));
}

export function charactersOf(facts: UserFacts) {
  return charactersSchema.parse(JSON.parse(facts.characters));
}

export function shownGroupOf({ shownGroup: json }: UserFacts) {
  if (json === null) return null;
  const { canAsk, ...group } = shownSchema.parse(JSON.parse(json));
  return { ...group, canAsk: canAsk === 1 };
}

/** Belongs to the required group, or to the community. False if the account is gone, locked or suspended. */
export function mayUse(facts: UserFacts | undefined): facts is UserFacts {
  return facts?.mayUse === 1;
}

/** The claims that the application is asking for, and that its settings allow. */
export function askedClaims({ claims, claimsByScope }: UserFacts, scope: string): Claim[] {
  if (!claimsByScope) return claims;
  const asked = claimsOfScope(scope);
  return claims.filter((claim) => asked.includes(claim));
}

/** The user has agreed to all that the application would learn with this scope. */
export function hasConsented(facts: UserFacts, scope: string): boolean {
  const { consented } = facts;
  return (
    consented !== null && askedClaims(facts, scope).every((claim) => consented.includes(claim))
  );
}

/** What the application learns with this scope: of the claims that it asks for, those that the user has agreed to. */
export function agreedClaims(facts: UserFacts, scope: string): Claim[] {
  return askedClaims(facts, scope).filter((claim) => facts.consented?.includes(claim));
}

export function claimsOf(
  facts: UserFacts,
  { config, issuer, claims }: { config: Config; issuer: string; claims: readonly Claim[] },
): Claims {
  const has = (claim: Claim) => claims.includes(claim);
  const { mainId, mainName, corporationId, allianceId } = facts;
  const told = has("groups") ? groupsOf(facts) : [];
  return {
    sub: facts.userId,
    ...(has("name") && {
      name: mainName,
      preferred_username: mainName,
      eve_character_id: mainId,
    }),
    ...(has("picture") && {
      picture: `${config.EVE_IMAGES_URL}/characters/${mainId}/portrait?size=256`,
    }),
    ...(has("corporation") &&
      corporationId !== null && {
        corporation: { id: corporationId, name: facts.corporationName },
        ...(allianceId !== null && { alliance: { id: allianceId, name: facts.allianceName } }),
      }),
    ...(has("groups") && {
      groups: told.map(({ name }) => name),
      group_ids: told.map(({ id }) => id),
    }),
    ...(has("characters") && { characters: charactersOf(facts) }),
    // The name is reserved: no mail is ever delivered there (RFC 6761, section 6.4).
    ...(has("email") && {
      email: `${facts.userId.toLowerCase()}@${new URL(issuer).hostname}.invalid`,
      email_verified: false,
    }),
  };
}
