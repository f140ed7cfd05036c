import { memberIds } from "#test/new-eden/corporations/holdings.ts";
import { esiDate, findPilot, paginate } from "#test/new-eden/esi/call.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { manages } from "#test/new-eden/people/access-lists.ts";
import type { AccessList } from "#test/new-eden/people/access-lists.ts";
import { textOf } from "#test/new-eden/people/notices.ts";
import { now } from "#test/new-eden/world.ts";
import { findAlliance, findCorporation } from "./organizations.ts";

const CONTACTS_PER_PAGE = 1_000;
const HISTORY_MS = 30 * 24 * 60 * 60 * 1000;
/** ESI lists this many of the newest notices, as third parties have observed. */
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

/** Whom an access list has, in the words of ESI. */
function entriesOf(list: AccessList["characters"], id: string) {
  return list.map((entry) => ({ access: entry.access, [id]: entry.id }));
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
  /** The newest first, of a month. */
  "GET /corporations/{corporation_id}/roles/history": (call) => {
    const { id } = findCorporation(call);
    const all = (call.world.roleChanges.get(id) ?? [])
      .filter(({ at }) => at > now(call.world) - HISTORY_MS)
      .toReversed();
    return paginate(call, all.length, CONTACTS_PER_PAGE, (index) => {
      const change = all[index];
      return {
        changed_at: esiDate(change?.at ?? 0),
        character_id: change?.characterId,
        issuer_id: change?.issuerId,
        new_roles: change?.after,
        old_roles: change?.before,
        role_type: "roles",
      };
    });
  },
  "GET /characters/{character_id}/access-lists": (call) => {
    const { id } = findPilot(call);
    const own = [...call.world.accessLists.values()].filter((list) => manages(list, id));
    return { body: { access_lists: own.map((list) => ({ id: list.id })) } };
  },
  "GET /characters/{character_id}/access-lists/{access_list_id}": (call) => {
    const list = call.world.accessLists.get(call.ids["access_list_id"] ?? 0);
    if (list === undefined) throw new EsiError(404, "Access list not found");
    if (!manages(list, findPilot(call).id)) throw new EsiError(403, "Forbidden");
    return {
      body: {
        id: list.id,
        name: list.name,
        description: "",
        membership: {
          allow_everyone: list.allowsEveryone,
          characters: entriesOf(list.characters, "character_id"),
          corporations: entriesOf(list.corporations, "corporation_id"),
          alliances: entriesOf(list.alliances, "alliance_id"),
        },
      },
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
