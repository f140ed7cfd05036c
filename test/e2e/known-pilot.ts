import type { Page } from "@playwright/test";
import type { NewPilot } from "#test/new-eden/control/pilots.ts";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { pilotName } from "./product.ts";

const GUNNERY = 3300;
export const MECHANICS = 3392;
const HULL_UPGRADES = 3394;
const DAY_SECONDS = 86_400;
const JITA = { systemId: 30_000_142, stationId: 60_003_760 };
export const PERIMETER = { systemId: 30_000_144 };

/** A pilot of Sable Meridian, docked in Jita, with known data in every section. */
export async function createKnownPilot(newEden: NewEden, seed: NewPilot = {}) {
  const pilot = await newEden.createPilot({
    name: pilotName("Known"),
    corporationId: SABLE_MERIDIAN_ID,
    ...seed,
  });
  await newEden.setSheet(pilot.id, {
    attributes: { intelligence: 27, perception: 21, memory: 24, willpower: 20, charisma: 17 },
    bonusRemaps: 2,
    balance: 1_234_567.891,
    assetCount: 120,
    whereabouts: JITA,
    shipName: "Paperwork",
    skills: [
      { id: GUNNERY, level: 5, points: 256_000 },
      { id: MECHANICS, level: 4, points: 45_255 },
      { id: HULL_UPGRADES, level: 3, points: 16_000 },
    ],
    queue: [
      { skillId: MECHANICS, level: 5 },
      { skillId: HULL_UPGRADES, level: 4 },
    ],
    startedSecondsAgo: DAY_SECONDS,
  });
  return pilot;
}

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** ESI caches locations for five seconds. */
export async function untilLocationIsDue(page: Page) {
  await page.waitForTimeout(5500);
}
