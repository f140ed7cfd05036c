import {
  corporationContract,
  corporationOrder,
  killmailBody,
  memberTracking,
  recentKillmail,
} from "#test/new-eden/corporations/dealings.ts";
import { changedAt, getHoldings, memberIds } from "#test/new-eden/corporations/holdings.ts";
import type { Holdings, HoldingsList } from "#test/new-eden/corporations/holdings.ts";
import { divisionsOf, journalEntry, walletsOf } from "#test/new-eden/corporations/ledger.ts";
import { corporationAsset, corporationStructure } from "#test/new-eden/corporations/property.ts";
import { paginate } from "#test/new-eden/esi/call.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { findCorporation } from "./organizations.ts";

/** Observed; the document does not state it. */
const ITEMS_PER_PAGE = 1_000;

function open(call: Call) {
  const corporation = findCorporation(call);
  return { corporation, holdings: getHoldings(call.world, corporation) };
}

/** One page of a list that changes as a whole. */
function paged(
  call: Call,
  list: HoldingsList,
  total: (holdings: Holdings) => number,
  make: (corporation: Corporation, holdings: Holdings, index: number) => unknown,
) {
  const { corporation, holdings } = open(call);
  const page = paginate(call, total(holdings), ITEMS_PER_PAGE, (index) =>
    make(corporation, holdings, index),
  );
  return { ...page, lastModified: changedAt(call.world, holdings, list) };
}

/** The newest first. */
const newest = (total: number, index: number) => total - 1 - index;

/** The data of a corporation for a director's token. The router checks the roles. */
export const corporationHandlers: Record<string, Handler> = {
  "GET /corporations/{corporation_id}/members": (call) => ({
    body: memberIds(call.world, open(call).corporation),
  }),
  "GET /corporations/{corporation_id}/membertracking": (call) => {
    const { corporation, holdings } = open(call);
    return { body: memberTracking(call.world, corporation, holdings) };
  },
  "GET /corporations/{corporation_id}/divisions": (call) => ({
    body: divisionsOf(open(call).corporation),
  }),
  "GET /corporations/{corporation_id}/wallets": (call) => {
    const { corporation, holdings } = open(call);
    return { body: walletsOf(corporation, holdings) };
  },
  "GET /corporations/{corporation_id}/wallets/{division}/journal": (call) => {
    const division = call.ids["division"] ?? 0;
    const { holdings } = open(call);
    const total = holdings.journal[division - 1];
    if (total === undefined) throw new EsiError(400, "Invalid division");
    return paged(
      call,
      "journal",
      () => total,
      (corporation, holdings, index) =>
        journalEntry(call.world, corporation, holdings, division, newest(total, index)),
    );
  },
  "GET /corporations/{corporation_id}/assets": (call) =>
    paged(call, "assets", ({ assets }) => assets, corporationAsset),
  "GET /corporations/{corporation_id}/structures": (call) =>
    paged(
      call,
      "structures",
      ({ structures }) => structures,
      (corporation, holdings, index) =>
        corporationStructure(call.world, corporation, holdings, index),
    ),
  "GET /corporations/{corporation_id}/orders": (call) =>
    paged(
      call,
      "orders",
      ({ orders }) => orders,
      (corporation, holdings, index) => corporationOrder(call.world, corporation, holdings, index),
    ),
  "GET /corporations/{corporation_id}/contracts": (call) =>
    paged(
      call,
      "contracts",
      ({ contracts }) => contracts,
      (corporation, holdings, index) =>
        corporationContract(call.world, corporation, holdings, newest(holdings.contracts, index)),
    ),
  "GET /corporations/{corporation_id}/killmails/recent": (call) =>
    paged(
      call,
      "killmails",
      ({ killmails }) => killmails,
      (corporation, holdings, index) =>
        recentKillmail(corporation, newest(holdings.killmails, index)),
    ),
  "GET /killmails/{killmail_id}/{killmail_hash}": ({ world, ids, hash = "" }) => {
    const body = killmailBody(world, ids["killmail_id"] ?? 0, hash);
    if (body === undefined) throw new EsiError(422, "Invalid killmail_id and/or killmail_hash");
    return { body };
  },
};
