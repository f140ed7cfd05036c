import { and, eq, sql } from "drizzle-orm";
import type {
  EvidenceAge,
  EvidenceName,
  PilotCharacter,
  PilotDetail,
} from "#shared/pilots/pilots.ts";
import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { presentKillmail, selectLossesOfUser } from "#worker/corporations/killmails.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";
import { rounded } from "#worker/ground/precision.ts";
import { ApiError } from "#worker/http/api-error.ts";
import {
  presentConsent,
  presentHeldOfPilot,
  selectConsents,
  selectHeldOfPilot,
} from "#worker/pilots/access/held.ts";
import { viewOfPilot } from "#worker/pilots/access/views.ts";
import { selectCharacters } from "#worker/pilots/past/store.ts";
import { areRightsWithheld } from "#worker/auth/administrators/store.ts";
import {
  presentSignIn,
  selectSessionsOfUser,
  selectSignIns,
} from "#worker/auth/sessions/session-store.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingRequest } from "#worker/access/pending.ts";
import { presentPilot } from "./service.ts";
import { pilotFields, pilotJoins } from "./list-store.ts";

/** What a section of the checks is evidence of, and after how long rules no longer count it. */
const EVIDENCE: { name: EvidenceName; section: keyof CheckRecord["checks"]; maxAgeMs: number }[] = [
  { name: "corporation", section: "affiliation", maxAgeMs: MAX_AGE_MS.affiliation },
  { name: "skills", section: "skills", maxAgeMs: MAX_AGE_MS.skills },
  { name: "roles", section: "roles", maxAgeMs: MAX_AGE_MS.roles },
  { name: "titles", section: "titles", maxAgeMs: MAX_AGE_MS.titles },
];

/** Everything about one user that an administrator repairs, in one round trip. The user reads on My access that the page was opened. */
export async function getPilot(
  context: Context,
  actor: UserActor,
  userId: string,
): Promise<PilotDetail> {
  const { db, config } = context;
  const now = Date.now();
  // Other users ask about themselves alone (`/whois`), and see only some of their groups.
  const isAdmin = Number(actor.isAdmin);
  const [
    [pilot],
    characters,
    held,
    requests,
    [discord],
    sessions,
    signIns,
    consents,
    losses,
    ,
    ...roles
  ] = await runBatch(db, [
    selectPilot({ userId, adminIds: JSON.stringify(config.ADMIN_CHARACTER_IDS) }),
    selectCharacters({ userId }),
    selectHeldOfPilot({ userId, isAdmin }),
    selectRequests({ userId }),
    selectDiscord({ userId }),
    selectSessionsOfUser({ userId, now }),
    selectSignIns({ userId, now }),
    selectConsents({ userId, isAdmin }),
    selectLossesOfUser({ userId }),
    // In the same batch: without the event, the page is not shown.
    viewOfPilot(context, actor.userId, { about: userId }),
    ...selectUserRoles(userId),
  ]);
  if (pilot === undefined) throw new ApiError("no_such_pilot");
  const { tokens: _tokens, graceEndsAt: _graceEndsAt, ...shared } = presentPilot(pilot, now);
  return {
    ...shared,
    createdAt: pilot.createdAt.toISOString(),
    areRightsWithheld: pilot.areRightsWithheld === 1,
    characters: characters.map((row) => presentCharacter(row, now)),
    groups: held.map((row) => ({ ...presentHeldOfPilot(row), categoryName: row.categoryName })),
    requests: requests.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    discord: discord
      ? {
          name: discord.username,
          linkedAt: discord.linkedAt.toISOString(),
          isAuthorized: discord.isAuthorized,
        }
      : null,
    roles: toUserRoles(roles, { isOwn: false }),
    applications: consents.map(presentConsent),
    losses: losses.map(presentKillmail),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
    signIns: signIns.map(presentSignIn),
  };
}

function presentCharacter(row: CharacterRow, now: number): PilotCharacter {
  return {
    characterId: row.characterId,
    characterName: row.characterName,
    isMain: row.isMain === 1,
    linkedAt: row.linkedAt?.toISOString() ?? null,
    token: row.tokenState ?? "none",
    tokenSince: row.tokenSince?.toISOString() ?? null,
    scopeCount: row.scopes?.length ?? 0,
    corporationName: row.corporationName,
    allianceName: row.allianceName,
    evidence: EVIDENCE.flatMap(({ name, section, maxAgeMs }): EvidenceAge[] => {
      const checkedAt = row.record?.checks[section]?.checkedAt;
      if (checkedAt == null) return [];
      return [
        {
          name,
          checkedAt: new Date(rounded("evidenceRead", "administrator", checkedAt)).toISOString(),
          isTooOld: now - checkedAt > maxAgeMs,
        },
      ];
    }),
  };
}

/** How many requests and groups of a user are read; a user has at most a few dozen. */
const MOST = 500;

const userId = sql.placeholder("userId");

/** `adminIds` is JSON. */
const selectPilot = prepare(
  () => ({
    ...pilotFields(),
    createdAt: users.createdAt,
    areRightsWithheld: areRightsWithheld(users.id, sql.placeholder("adminIds")),
  }),
  (fields) =>
    sql`select ${columns(fields)} from ${users} ${pilotJoins} where ${users.id} = ${userId}`,
);

type CharacterRow = RowOfStatement<typeof selectCharacters>;

/** The pending requests of a user, the oldest first. */
const selectRequests = prepare(
  { groupId: groups.id, groupName: groups.name, createdAt: joinRequests.createdAt },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .crossJoin(groups)
      .where(
        and(eq(joinRequests.userId, userId), isPendingRequest, eq(groups.id, joinRequests.groupId)),
      )
      .orderBy(joinRequests.createdAt)
      .limit(MOST),
);

const selectDiscord = prepare(
  {
    username: discordAccounts.username,
    linkedAt: discordAccounts.linkedAt,
    isAuthorized: discordAccounts.isAuthorized,
  },
  (fields) => orm.select(fields).from(discordAccounts).where(eq(discordAccounts.userId, userId)),
);
