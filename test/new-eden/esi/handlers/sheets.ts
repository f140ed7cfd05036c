import { esiDate, findPilot, paginate } from "#test/new-eden/esi/call.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { assetAt, itemId } from "#test/new-eden/people/assets.ts";
import { isNpcCorporation } from "#test/new-eden/people/organizations.ts";
import { getSheet } from "#test/new-eden/people/sheet.ts";
import { getSkill, pointsForLevel } from "#test/new-eden/universe/skills.ts";

const ASSETS_PER_PAGE = 1_000;

function open(call: Call) {
  const pilot = findPilot(call);
  return { pilot, sheet: getSheet(call.world, pilot) };
}

/** The data of a pilot for its own token. */
export const sheetHandlers: Record<string, Handler> = {
  "GET /characters/{character_id}/attributes": (call) => {
    const { attributes, bonusRemaps, lastRemapAt } = open(call).sheet;
    return {
      body: {
        ...attributes,
        bonus_remaps: bonusRemaps,
        ...(lastRemapAt !== undefined && { last_remap_date: esiDate(lastRemapAt) }),
      },
    };
  },
  "GET /characters/{character_id}/skills": (call) => {
    const { skills, unallocatedPoints } = open(call).sheet;
    return {
      body: {
        skills: skills.map(({ id, level, points }) => ({
          active_skill_level: level,
          skill_id: id,
          skillpoints_in_skill: points,
          trained_skill_level: level,
        })),
        total_sp: skills.reduce((sum, { points }) => sum + points, 0),
        ...(unallocatedPoints > 0 && { unallocated_sp: unallocatedPoints }),
      },
    };
  },
  "GET /characters/{character_id}/skillqueue": (call) => ({
    body: open(call).sheet.queue.map(({ skillId, level, ...entry }, position) => {
      const { rank } = getSkill(skillId);
      const { startsAt, finishesAt, startPoints } = entry;
      return {
        ...(finishesAt !== undefined && { finish_date: esiDate(finishesAt) }),
        finished_level: level,
        level_end_sp: pointsForLevel(level, rank),
        level_start_sp: pointsForLevel(level - 1, rank),
        queue_position: position,
        skill_id: skillId,
        ...(startsAt !== undefined && { start_date: esiDate(startsAt) }),
        training_start_sp: startPoints,
      };
    }),
  }),
  "GET /characters/{character_id}/location": (call) => {
    const { systemId, stationId, structureId } = open(call).sheet.whereabouts;
    return {
      body: {
        solar_system_id: systemId,
        ...(stationId !== undefined && { station_id: stationId }),
        ...(structureId !== undefined && { structure_id: structureId }),
      },
    };
  },
  "GET /characters/{character_id}/online": (call) => {
    const { isOnline, lastLoginAt, lastLogoutAt, logins } = open(call).sheet;
    return {
      body: {
        last_login: esiDate(lastLoginAt),
        last_logout: esiDate(lastLogoutAt),
        logins,
        online: isOnline,
      },
    };
  },
  "GET /characters/{character_id}/ship": (call) => {
    const { pilot, sheet } = open(call);
    return {
      body: {
        ship_item_id: itemId(pilot, 0),
        ship_name: sheet.shipName,
        ship_type_id: sheet.shipTypeId,
      },
    };
  },
  "GET /characters/{character_id}/wallet": (call) => ({ body: open(call).sheet.balance }),
  "GET /characters/{character_id}/assets": (call) => {
    const { pilot, sheet } = open(call);
    const page = paginate(call, sheet.assetCount, ASSETS_PER_PAGE, (index) =>
      assetAt(pilot, sheet, index),
    );
    return { ...page, lastModified: sheet.assetsChangedAt };
  },
  "GET /characters/{character_id}/roles": (call) => {
    const { roles, corporationId } = findPilot(call);
    if (isNpcCorporation(corporationId)) throw new EsiError(403, "Forbidden");
    return { body: { roles, roles_at_base: [], roles_at_hq: [], roles_at_other: [] } };
  },
};
