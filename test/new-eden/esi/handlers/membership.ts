import { memberIds } from "#test/new-eden/corporations/holdings.ts";
import { esiDate, findPilot, paginate } from "#test/new-eden/esi/call.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { textOf } from "#test/new-eden/people/notices.ts";
import { findAlliance, findCorporation } from "./organizations.ts";

const CONTACTS_PER_PAGE = 1_000;
/** Of the newest, as third parties have observed. */
const MOST_NOTICES = 500;
/** ESI lists members without pages. */
const NO_ROLES = {
  roles_at_base: [],
  roles_at_hq: [],
  roles_at_other: [],
  grantable_roles: [],
  grantable_roles_at_base: [],
  grantable_roles_at_hq: [],
  grantable_roles_at_other: [],
};

function contactsOf(call: Call, ownerId: number) {
  const { list = [], changedAt = call.world.bornAt } = call.world.contacts.get(ownerId) ?? {};
  const page = paginate(call, list.length, CONTACTS_PER_PAGE, (index) => {
    const contact = list[index];
    return {
      contact_id: contact?.id,
      contact_type: contact?.type,
      standing: contact?.standing,
    };
  });
  return { ...page, lastModified: changedAt };
}

/** Roles, titles and contacts: what a corporation and an alliance think of pilots. */
export const membershipHandlers: Record<string, Handler> = {
  /** The newest first. Directors get those of their corporation. */
  "GET /characters/{character_id}/notifications": (call) => {
    const { roles, corporationId } = findPilot(call);
    const notices = roles.includes("Director") ? (call.world.notices.get(corporationId) ?? []) : [];
    return {
      body: notices
        .toReversed()
        .slice(0, MOST_NOTICES)
        .map((notice) => ({
          is_read: false,
          notification_id: notice.id,
          sender_id: notice.characterId,
          sender_type: "character",
          text: textOf(notice),
          timestamp: esiDate(notice.at),
          type: notice.type,
        })),
    };
  },
  "GET /characters/{character_id}/titles": (call) => {
    const { titleIds, corporationId } = findPilot(call);
    const titles = call.world.corporations.get(corporationId)?.titles ?? [];
    return {
      body: titles
        .filter(({ id }) => titleIds.includes(id))
        .map(({ id, name }) => ({ name, title_id: id })),
    };
  },
  "GET /corporations/{corporation_id}/roles": (call) => {
    const corporation = findCorporation(call);
    const reader = call.world.pilots.get(call.token?.characterId ?? 0);
    // The document states this in words, not as `x-required-roles`.
    if (!reader?.roles.some((role) => role === "Director" || role === "Personnel_Manager")) {
      throw new EsiError(403, "Character cannot grant roles");
    }
    return {
      body: memberIds(call.world, corporation).map((id) => ({
        character_id: id,
        roles: call.world.pilots.get(id)?.roles ?? [],
        ...NO_ROLES,
      })),
    };
  },
  "GET /corporations/{corporation_id}/titles": (call) => ({
    body: findCorporation(call).titles.map(({ id, name }) => ({ name, roles: [], title_id: id })),
  }),
  "GET /corporations/{corporation_id}/members/titles": (call) => ({
    body: memberIds(call.world, findCorporation(call)).map((id) => ({
      character_id: id,
      titles: call.world.pilots.get(id)?.titleIds ?? [],
    })),
  }),
  "GET /corporations/{corporation_id}/contacts": (call) =>
    contactsOf(call, findCorporation(call).id),
  "GET /alliances/{alliance_id}/contacts": (call) => {
    const { id } = findAlliance(call);
    const reader = call.world.pilots.get(call.token?.characterId ?? 0);
    const isMember = call.world.corporations.get(reader?.corporationId ?? 0)?.allianceId === id;
    if (!isMember) throw new EsiError(403, "Character is not in the alliance");
    return contactsOf(call, id);
  },
};
