import type { EveDate } from "#worker/db/schema/esi.ts";
import type { EsiNotification } from "#worker/esi/character-endpoints.ts";
import { eveDateOf } from "#worker/esi/eve-date.ts";

/** What EVE has told a director about a character and a corporation. */
export type Notice = {
  id: number;
  kind: "left" | "joined";
  characterId: number;
  corporationId: number;
  at: EveDate;
};

/** EVE tells directors of members who leave and of applicants who join. It does not tell them of kicks. */
const KINDS: Record<string, Notice["kind"]> = {
  CharLeftCorpMsg: "left",
  CharAppAcceptMsg: "joined",
};

/** The notices about members, in the order in which EVE numbered them. */
export function readNotices(notifications: readonly EsiNotification[]): Notice[] {
  return notifications
    .flatMap((notification) => readNotice(notification) ?? [])
    .toSorted((a, b) => a.id - b.id);
}

/** The same notices in rounds to apply one after another: each has one of a character at most, the oldest first. */
export function roundsOf(notices: readonly Notice[]): Notice[][] {
  const ofEach = Map.groupBy(
    notices.toSorted((a, b) => a.at - b.at || a.id - b.id),
    ({ characterId }) => characterId,
  );
  const rounds: Notice[][] = [];
  for (const own of ofEach.values()) {
    for (const [index, notice] of own.entries()) (rounds[index] ??= []).push(notice);
  }
  return rounds;
}

function readNotice(notification: EsiNotification): Notice | undefined {
  const kind = KINDS[notification.type];
  const characterId = readId(notification.text, "charID");
  const corporationId = readId(notification.text, "corpID");
  const at = eveDateOf(notification.timestamp);
  if (kind === undefined || characterId === undefined || corporationId === undefined)
    return undefined;
  return Number.isNaN(at)
    ? undefined
    : { id: notification.notification_id, kind, characterId, corporationId, at };
}

/**
 * A number of the text, which is YAML. Players write parts of some texts, but the lines of a text of several lines are indented:
 * a key at the beginning of a line is EVE's. A key that comes twice is not believed.
 */
function readId(text: string | undefined, key: string): number | undefined {
  const found = [...(text ?? "").matchAll(new RegExp(`^${key}: (\\d{1,15})\\s*$`, "gm"))];
  const [only] = found;
  return found.length === 1 && only?.[1] !== undefined ? Number(only[1]) : undefined;
}
