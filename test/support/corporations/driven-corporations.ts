import { afterAll, afterEach } from "vitest";
import type { Director } from "#shared/corporations/corporations.ts";
import { startAdministered } from "./corporation-builders.ts";
import type { Managed } from "./corporation-builders.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";

/** A Muster whose clock and queue the tests drive. Crons see all corporations, so each test starts without any. */
export async function startDriven() {
  const world = await startAdministered({ EVE_DOWNTIME: "on" });
  const { muster } = world;
  const drive = await driveQueue(muster);
  afterAll(() => drive.stop());
  afterEach(async () => {
    await muster.env.DB.prepare("delete from corporations").run();
    muster.queue.waiting.splice(0);
  });

  async function fetchKillmails(corporation: Managed) {
    await corporation.fetch("killmails");
    await drive.drain();
    return corporation.data();
  }

  return { world, muster, drive, fetchKillmails };
}

export const killmailState = async (corporation: Managed) =>
  (await corporation.data()).categories.find(({ category }) => category === "killmails");

export async function firstDirector(corporation: Managed): Promise<Director> {
  const [director] = await corporation.directors();
  if (director === undefined) throw new Error("There is a director.");
  return director;
}
