import { dice } from "#test/new-eden/dice.ts";
import { esiDate } from "#test/new-eden/esi/call.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import type { World } from "#test/new-eden/world.ts";
import { DIVISIONS } from "./holdings.ts";
import type { Holdings } from "./holdings.ts";

const MINUTE_MS = 60_000;

/** More types than Muster knows: ESI adds values to enumerations. */
const REF_TYPES = ["player_donation", "bounty_prizes", "contract_price", "market_transaction"];

export function walletsOf(corporation: Corporation, holdings: Holdings) {
  return DIVISIONS.map((division) => {
    const roll = dice(corporation.id * 7 + division + (holdings.seeds.wallets ?? 0) * 1_000);
    return { balance: Math.round(roll() * 9e11) / 100, division };
  });
}

export function divisionsOf(corporation: Corporation) {
  const named = (kind: string) =>
    DIVISIONS.slice(1, 4).map((division) => ({ division, name: `${kind} ${division}` }));
  return { hangar: named(`${corporation.ticker} hangar`), wallet: named("Wallet") };
}

/** Entry `index` of a division's journal, always the same; 0 is the oldest. */
export function journalEntry(
  world: World,
  { id: corporationId }: Corporation,
  { atBirth }: Holdings,
  division: number,
  index: number,
) {
  const roll = dice(corporationId * 31 + division * 1_000_003 + index);
  const first = atBirth.journal[division - 1] ?? 0;
  const amount = Math.round((roll() - 0.4) * 1e10) / 100;
  const hasReason = roll() > 0.8;
  return {
    amount,
    balance: Math.round(roll() * 1e12) / 100,
    date: esiDate(world.bornAt - (first - index) * MINUTE_MS),
    description: `Entry ${index} of division ${division}`,
    first_party_id: 93_000_000 + Math.floor(roll() * 1_000),
    id: 20_000_000_000 + division * 100_000_000 + index,
    ...(hasReason && { reason: "for “services” rendered; don't ask" }),
    ref_type: REF_TYPES[index % REF_TYPES.length],
    second_party_id: corporationId,
  };
}
