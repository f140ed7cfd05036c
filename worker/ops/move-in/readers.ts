import { readAllianceAuth } from "#worker/ops/move-in/alliance-auth/read.ts";
import type { Community, System } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import type { Report } from "#worker/ops/move-in/read/report.ts";
import { readNeucore } from "./neucore.ts";
import { readSeat } from "./seat.ts";

type Reader = (
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
) => Promise<Community>;

/** How the export of each system is read. */
export const readers: Record<System, Reader> = {
  "alliance-auth": readAllianceAuth,
  seat: readSeat,
  neucore: readNeucore,
};
