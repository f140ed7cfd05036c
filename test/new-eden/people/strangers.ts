import { firstStranger, getHoldings } from "#test/new-eden/corporations/holdings.ts";
import { buildPilot } from "./pilot.ts";
import type { Pilot } from "./pilot.ts";
import type { World } from "#test/new-eden/world.ts";

const FIRST_NAMES =
  "Adren Brisa Calto Denra Elvik Faros Gellan Hesta Ivarn Jorel Kessa Lorian Maret Nivo Orsen Pelka Quill Rasha Soren Tavik";
const LAST_NAMES =
  "Achura Brevis Corvane Dravik Eskel Farrow Grimalt Hollis Ishaan Jurek Kestrel Lanthe Morrow Nadir Ostrand Perrin Quillon Ravenna Sarik Thule";

const CLANS =
  "Aldane Berg Corso Dunn Erant Fell Garde Hask Irel Joss Kade Lorn Mire Noor Orr Pell Quin Rell Stad Toran Ulm Vale Wren Yarl Zane";

const CLAN = CLANS.split(" ");
const FIRST = FIRST_NAMES.split(" ");
const LAST = LAST_NAMES.split(" ");

/** A member besides the pilots of the world, made when it is asked for; undefined for another id. */
export function findStranger(world: World, id: number): Pilot | undefined {
  for (const corporation of world.corporations.values()) {
    const index = id - firstStranger(corporation.id);
    if (index < 0 || index >= getHoldings(world, corporation).strangers) continue;
    return buildPilot(id, corporation.id, { name: strangerName(id) });
  }
  return undefined;
}

/** Unique, as names in EVE are. */
function strangerName(id: number): string {
  const index = id - 93_000_000;
  const first = FIRST[index % FIRST.length] ?? "";
  const last = LAST[Math.floor(index / FIRST.length) % LAST.length] ?? "";
  const round = Math.floor(index / (FIRST.length * LAST.length));
  const clan = round === 0 ? "" : `-${CLAN[round % CLAN.length] ?? ""}`;
  const number = Math.floor(round / CLAN.length);
  return `${first} ${last}${clan}${number === 0 ? "" : ` ${number + 1}`}`;
}
