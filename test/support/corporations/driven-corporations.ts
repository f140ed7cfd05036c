import { afterAll, afterEach } from "vitest";
import { startAdministered } from "./corporation-builders.ts";
import type { Managed } from "./corporation-builders.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";

/** A Muster whose clock and queue the tests drive. Crons see all corporations, so each test starts without any. */
export async function startDriven(vars: Partial<Env> = { EVE_DOWNTIME: "on" }) {
  const world = await startAdministered(vars);
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
