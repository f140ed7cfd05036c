import { createHash } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import type { SectionData } from "#worker/characters/refresh/section-sources.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { readCatalogue } from "#worker/universe/skills.ts";

const HOUR_MS = 60 * 60 * 1000;
/** The groups of the cast's own list: three in ten are hidden. */
const OWN_GROUPS = 10;

/** `proof`: the token of the proof cookie. */
type Player = { userId: string; mainId: number; name: string; token: string; proof: string };

function player(userId: string, mainId: number, name: string): Player {
  return { userId, mainId, name, token: userId.padEnd(43, "0"), proof: userId.padEnd(43, "1") };
}

/** The callers. They are the same in every community, so that they read the same. */
export const CAST = {
  admin: player("admin", AURELIA_VOSS_ID, "Aurelia Voss"),
  owner: player("owner", 2_111_000_001, "Tovi Renn"),
  pilot: player("pilot", 2_111_000_002, "Kestrel Ansgar"),
};

export type Role = keyof typeof CAST;

/** Inserts the cast before the crowd: the groups need an owner. */
export function insertCast(db: DatabaseSync) {
  for (const { userId, mainId, name } of Object.values(CAST)) {
    insert(db, "users", { id: userId, created_at: 0 });
    for (let nth = 0; nth < 3; nth += 1) {
      const called = nth === 0 ? name : `${name} ${nth}`;
      insert(db, "characters", {
        id: mainId + nth * 100,
        name: called,
        name_folded: fold(called),
        user_id: userId,
        owner_hash: `owner of ${userId}`,
        linked_at: nth,
      });
    }
    db.prepare("update users set main_character_id = ? where id = ?").run(mainId, userId);
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Inserts the data of the cast that expires, for every run: sessions, sheets, an invitation. */
export function settleCast(db: DatabaseSync) {
  const now = Date.now();
  for (const { userId, mainId, token, proof } of Object.values(CAST)) {
    insert(db, "sessions", {
      token_hash: hashOf(token),
      id: `session-${userId}`,
      user_id: userId,
      device: "Firefox on Linux",
      created_at: now,
      last_seen_at: now,
      expires_at: now + 30 * DAY_MS,
      // As if they had just signed in, however long the benchmark takes.
      character_id: mainId,
      proven_character_id: mainId,
      proven_at: now + DAY_MS,
      proof_hash: hashOf(proof),
    });
    for (let nth = 0; nth < 3; nth += 1) insertSheet(db, mainId + nth * 100, now);
  }
  for (let nth = 0; nth < OWN_GROUPS; nth += 1) {
    const visibility = nth < 3 ? "hidden" : "public";
    insert(db, "groups", {
      id: `own${nth}`,
      name: `Zz ${nth}`,
      name_folded: `zz ${nth}`,
      category_id: "filled",
      visibility,
      effective_visibility: visibility,
      join_mode: "open",
      created_at: now,
    });
    for (const role of ["owner", "pilot"] as const) {
      insert(db, "group_members", {
        group_id: `own${nth}`,
        user_id: role,
        role: role === "owner" ? "owner" : "member",
        joined_at: now,
      });
    }
  }
  insert(db, "invitations", {
    id: "invitation",
    group_id: "g1",
    invitee_id: "pilot",
    inviter_id: "owner",
    status: "pending",
    created_at: now,
    expires_at: now + 7 * DAY_MS,
  });
  insert(db, "invite_codes", {
    id: "code",
    group_id: "everyone",
    code: "BENCHMARK2",
    created_by: "owner",
    created_at: now,
  });
}

/** A large sheet; no section is due for a refresh. */
function insertSheet(db: DatabaseSync, characterId: number, now: number) {
  const checks: CheckRecord["checks"] = {};
  const check = { checkedAt: eveDate(now), dueAt: now + DAY_MS, failure: null };
  for (const [section, data] of Object.entries(sections(now))) {
    insert(db, "character_sections", {
      character_id: characterId,
      section,
      data: JSON.stringify(data),
    });
    Object.assign(checks, { [section]: check });
  }
  const record: CheckRecord = { checks: { ...checks, affiliation: check } };
  insert(db, "character_checks", { character_id: characterId, record: JSON.stringify(record) });
  insert(db, "character_affiliations", {
    character_id: characterId,
    corporation_id: 98_000_001,
    alliance_id: 99_000_001,
    as_of: now,
  });
  insert(db, "eve_tokens", {
    character_id: characterId,
    refresh_token: "encrypted",
    access_token: "encrypted",
    access_expires_at: now + HOUR_MS,
    scopes: JSON.stringify(CHARACTER_SCOPES),
    state: "ok",
    state_since: now,
  });
}

function sections(now: number): SectionData {
  const iso = (at: number) => new Date(at).toISOString();
  const skills = readCatalogue().flatMap(({ groups }) => groups.flatMap((group) => group.skills));
  return {
    info: {
      name: "Pilot",
      corporationId: 98_000_001,
      allianceId: 99_000_001,
      birthday: iso(now - 4000 * DAY_MS),
      securityStatus: 1.5,
    },
    corporationHistory: Array.from({ length: 12 }, (_, nth) => ({
      recordId: nth,
      corporationId: 98_000_001 + nth,
      startDate: iso(now - nth * 200 * DAY_MS),
      isDeleted: nth === 11,
    })),
    attributes: {
      intelligence: 24,
      perception: 24,
      memory: 24,
      willpower: 24,
      charisma: 19,
      lastRemapDate: null,
      bonusRemaps: 2,
    },
    skills: {
      total_sp: 80_000_000,
      unallocated_sp: 1000,
      skills: skills.slice(0, 400).map(({ id, rank }) => ({
        skill_id: id,
        skillpoints_in_skill: 45_255 * rank,
        trained_skill_level: 4,
      })),
    },
    skillQueue: skills.slice(0, 50).map(({ id, rank }, nth) => ({
      skill_id: id,
      finished_level: 5,
      queue_position: nth,
      start_date: iso(now + (nth - 1) * DAY_MS),
      finish_date: iso(now + nth * DAY_MS + HOUR_MS),
      level_start_sp: 45_255 * rank,
      level_end_sp: 256_000 * rank,
      training_start_sp: 45_255 * rank,
    })),
    location: { solarSystemId: 30_000_142, stationId: 60_003_760, isStructure: false },
    status: { online: true, lastLogin: iso(now) },
    ship: { typeId: 587, name: "Runner" },
    wallet: { balance: 1_234_567.89 },
    assets: { assetCount: 1500, totalValue: 2_000_000_000 },
  };
}

function insert(db: DatabaseSync, table: string, row: Record<string, SQLInputValue>) {
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  db.prepare(`insert into ${table} (${columns.join(", ")}) values (${marks})`).run(
    ...Object.values(row),
  );
}
