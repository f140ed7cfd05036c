import { daysBefore, findPilot } from "#test/new-eden/esi/call.ts";
import type { Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { findStranger } from "#test/new-eden/people/strangers.ts";
import { imageUrls } from "./icons.ts";
import { now } from "#test/new-eden/world.ts";

/** Each character is cached by itself; the document states the time for the route. */
const CACHED_MS = 60 * 60 * 1000;

/** The public data of a pilot. */
export const characterHandlers: Record<string, Handler> = {
  "GET /characters/{character_id}": (call) => {
    const pilot = findPilot(call);
    const allianceId = call.world.corporations.get(pilot.corporationId)?.allianceId;
    return {
      body: {
        achievement_score: (pilot.id * 7) % 9_000,
        ...(allianceId !== undefined && { alliance_id: allianceId }),
        birthday: daysBefore(call.world, pilot.bornDaysAgo),
        bloodline_id: 1 + (pilot.id % 8),
        corporation_id: pilot.corporationId,
        ...(pilot.title !== undefined && { corporation_title: pilot.title }),
        description: "",
        gender: pilot.gender,
        name: pilot.name,
        race_id: [1, 2, 4, 8][pilot.id % 4],
        security_status: pilot.securityStatus,
      },
    };
  },
  "GET /characters/{character_id}/portrait": (call) => ({
    body: imageUrls(call.world, `characters/${findPilot(call).id}/portrait`, [64, 128, 256, 512]),
  }),
  "GET /characters/{character_id}/corporationhistory": (call) => ({
    body: findPilot(call).history.map(({ recordId, corporationId, startedDaysAgo }) => ({
      corporation_id: corporationId,
      ...(call.world.corporations.get(corporationId)?.isClosed && { is_deleted: true }),
      record_id: recordId,
      start_date: daysBefore(call.world, startedDaysAgo),
    })),
  }),
  "POST /characters/affiliation": ({ world, body }) => ({
    body: body.map(Number).map((id) => {
      const known = world.esi.affiliations.get(id);
      if (known !== undefined && known.expiresAt > now(world)) return known.answer;
      const pilot = world.pilots.get(id) ?? findStranger(world, id);
      if (pilot === undefined) throw new EsiError(404, "Character not found");
      const allianceId = world.corporations.get(pilot.corporationId)?.allianceId;
      const answer = {
        ...(allianceId !== undefined && { alliance_id: allianceId }),
        character_id: id,
        corporation_id: pilot.corporationId,
      };
      world.esi.affiliations.set(id, { answer, expiresAt: now(world) + CACHED_MS });
      return answer;
    }),
  }),
};
