import { isNpcCorporation } from "#test/new-eden/people/organizations.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import type { World } from "#test/new-eden/world.ts";

export const DIVISIONS = [1, 2, 3, 4, 5, 6, 7];

/** The lists that change independently, each with its own date and seed. */
export type HoldingsList =
  | "members"
  | "tracking"
  | "wallets"
  | "journal"
  | "assets"
  | "structures"
  | "orders"
  | "contracts"
  | "killmails";

/** The holdings of a corporation as counts; the items are generated page by page on request. */
export type Holdings = {
  /** Members besides the pilots of the world. */
  strangers: number;
  /** EVE answers with empty lists of members, by mistake. */
  hidesMembers: boolean;
  assets: number;
  structures: number;
  orders: number;
  contracts: number;
  /** The contracts that were accepted. */
  finishedContracts: Set<number>;
  killmails: number;
  /** Number of journal entries of each division. */
  journal: number[];
  /** The counts when the world was created: later items have later dates. */
  atBirth: { journal: number[]; contracts: number; killmails: number };
  /** Increased when the items of a list are replaced. */
  seeds: Partial<Record<HoldingsList, number>>;
  changedAt: Partial<Record<HoldingsList, number>>;
};

export function getHoldings(world: World, corporation: Corporation): Holdings {
  let holdings = world.holdings.get(corporation.id);
  if (holdings === undefined) {
    holdings = buildHoldings(corporation);
    world.holdings.set(corporation.id, holdings);
  }
  return holdings;
}

function buildHoldings({ id, isClosed }: Corporation): Holdings {
  const isIdle = isClosed || isNpcCorporation(id);
  const size = isIdle ? 0 : 1 + (id % 7);
  const journal = DIVISIONS.map((division) => Math.floor((size * 700) / division ** 2));
  const contracts = size * 9;
  const killmails = size * 14;
  return {
    hidesMembers: false,
    strangers: id === SABLE_MERIDIAN_ID ? 299 : size * 11,
    assets: size * 620,
    structures: Math.ceil(size / 2),
    orders: size * 6,
    contracts,
    finishedContracts: new Set(),
    killmails,
    journal,
    atBirth: { journal: [...journal], contracts, killmails },
    seeds: {},
    changedAt: {},
  };
}

/** When a list last changed. */
export function changedAt(world: World, holdings: Holdings, list: HoldingsList): number {
  return holdings.changedAt[list] ?? world.bornAt;
}

/** Members that are not biomassed: the pilots of the world, then generated ones. */
export function memberIds(world: World, corporation: Corporation): number[] {
  const pilots = [...world.pilots.values()].filter(
    ({ corporationId, isBiomassed }) => corporationId === corporation.id && !isBiomassed,
  );
  const { strangers, hidesMembers } = getHoldings(world, corporation);
  if (hidesMembers) return [];
  const first = firstStranger(corporation.id);
  return [
    ...pilots.map(({ id }) => id),
    ...Array.from({ length: strangers }, (_, index) => first + index),
  ];
}

/** The first id of the generated members. */
export function firstStranger(corporationId: number): number {
  return 93_000_000 + (corporationId % 500) * 10_000;
}
