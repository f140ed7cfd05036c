import type {
  EvidenceAge,
  EvidenceName,
  PilotCharacter,
  PilotDetail,
} from "#shared/pilots/pilots.ts";
import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";
import { rounded } from "#worker/ground/precision.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { presentConsent, selectConsents } from "#worker/pilots/access/applications.ts";
import { presentHeldOfPilot, selectHeldOfPilot } from "#worker/pilots/access/held.ts";
import { viewOfPilot } from "#worker/pilots/access/views.ts";
import {
  selectCharacters,
  selectDiscord,
  selectPilot,
  selectRequests,
  selectSessions,
} from "./page-store.ts";
import type { CharacterRow } from "./page-store.ts";
import { presentPilot } from "./service.ts";

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
  const [[pilot], characters, held, requests, [discord], sessions, consents, , ...roles] =
    await runBatch(db, [
      selectPilot({ userId, adminIds: JSON.stringify(config.ADMIN_CHARACTER_IDS) }),
      selectCharacters({ userId }),
      selectHeldOfPilot({ userId, isAdmin: 1 }),
      selectRequests({ userId }),
      selectDiscord({ userId }),
      selectSessions({ userId, now }),
      selectConsents({ userId, isAdmin: 1 }),
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
    sessions: sessions.map((session) => ({
      id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
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
