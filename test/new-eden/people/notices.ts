import { isNpcCorporation } from "./organizations.ts";
import type { World } from "#test/new-eden/world.ts";

/** A notice that EVE sends to every director of a corporation. */
export type CorporationNotice = {
  id: number;
  /** `CharLeftCorpMsg`, `CharAppAcceptMsg`, or an alarm with its text. */
  type: string;
  characterId: number;
  corporationId: number;
  at: number;
  text?: string;
};

/** One count for all worlds: tests of one file share a database. */
let lastId = 1_900_000_000;

/** EVE tells directors who leaves and who joins. It does not tell them of kicks, nor of NPC corporations. */
export function notify(world: World, notice: Omit<CorporationNotice, "id">): number {
  if (isNpcCorporation(notice.corporationId)) return 0;
  const known = world.notices.get(notice.corporationId) ?? [];
  world.notices.set(notice.corporationId, [...known, { ...notice, id: ++lastId }]);
  return lastId;
}

/** The text of a notice, as YAML. What applicants write is part of it. */
export function textOf({ type, characterId, corporationId, text }: CorporationNotice): string {
  if (text !== undefined) return text;
  const application = type === "CharAppAcceptMsg" ? "applicationText: 'o7\n\n  charID: 1'\n" : "";
  return `${application}charID: ${characterId}\ncorpID: ${corporationId}\n`;
}
