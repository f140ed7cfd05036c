import { isNpcCorporation } from "#test/new-eden/people/organizations.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import type { World } from "#test/new-eden/world.ts";

export const DIVISIONS = [1, 2, 3, 4, 5, 6, 7];

/** What changes by itself, and so has a date and a seed of its own. */
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

/** What a corporation has: numbers of things, which are made up page by page when they are asked for. */
export type Holdings = {
  /** Beside the pilots whom the world knows. */
  strangers: number;
  assets: number;
  structures: number;
  orders: number;
  contracts: number;
  /** Those of the contracts that were accepted since. */
  finishedContracts: Set<number>;
  killmails: number;
  /** Entries of each division's journal. */
  journal: number[];
  /** What of each there was when the world was born: what came later has later dates. */
  atBirth: { journal: number[]; contracts: number };
  /** Raised when a list becomes another one of the same length. */
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
  return {
    strangers: id === SABLE_MERIDIAN_ID ? 299 : size * 11,
    assets: size * 620,
    structures: Math.ceil(size / 2),
    orders: size * 6,
    contracts,
    finishedContracts: new Set(),
    killmails: size * 14,
    journal,
    atBirth: { journal: [...journal], contracts },
    seeds: {},
    changedAt: {},
  };
}

/** When a list last became another one. */
export function changedAt(world: World, holdings: Holdings, list: HoldingsList): number {
  return holdings.changedAt[list] ?? world.bornAt;
}

/** Living members: the pilots whom the world knows, then strangers. */
export function memberIds(world: World, corporation: Corporation): number[] {
  const pilots = [...world.pilots.values()].filter(
    ({ corporationId, isBiomassed }) => corporationId === corporation.id && !isBiomassed,
  );
  const { strangers } = getHoldings(world, corporation);
  const firstStranger = 93_000_000 + (corporation.id % 500) * 10_000;
  return [
    ...pilots.map(({ id }) => id),
    ...Array.from({ length: strangers }, (_, index) => firstStranger + index),
  ];
}
