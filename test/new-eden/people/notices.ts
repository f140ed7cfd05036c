import { isNpcCorporation } from "./organizations.ts";
import type { World } from "#test/new-eden/world.ts";

/** A notice that EVE sends to every director of a corporation. */
export type CorporationNotice = {
  id: number;
  type: "CharLeftCorpMsg" | "CharAppAcceptMsg";
  characterId: number;
  corporationId: number;
  at: number;
};

/** One count for all worlds: tests of one file share a database. */
let lastId = 1_900_000_000;

/** EVE tells directors who leaves and who joins. It does not tell them of kicks, nor of NPC corporations. */
export function notify(world: World, notice: Omit<CorporationNotice, "id">) {
  if (isNpcCorporation(notice.corporationId)) return;
  const known = world.notices.get(notice.corporationId) ?? [];
  world.notices.set(notice.corporationId, [...known, { ...notice, id: ++lastId }]);
}

/** The text of a notice, as YAML. What applicants write is part of it. */
export function textOf({ type, characterId, corporationId }: CorporationNotice): string {
  const application = type === "CharAppAcceptMsg" ? "applicationText: 'o7\n\n  charID: 1'\n" : "";
  return `${application}charID: ${characterId}\ncorpID: ${corporationId}\n`;
}
