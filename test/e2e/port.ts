import { findFreePort } from "#test/tools/local/port.ts";

const FIRST_PORT = 4273;
/** Two runs that start at the same time look at other ports first, and so do the workers of a run. */
const SPREAD = 97;

/** The name of a run, and the port of its first worker. The processes of a run inherit the choice. */
export const RUN = Number(
  (process.env["PORT"] ??= String(await findFreePort(FIRST_PORT + (process.pid % SPREAD)))),
);

const worker = process.env["TEST_PARALLEL_INDEX"];

/** Where the tests of this worker of Playwright find their product. */
export const PORT =
  worker === undefined
    ? RUN
    : Number(
        (process.env["WORKER_PORT"] ??= String(await findFreePort(RUN + SPREAD * Number(worker)))),
      );
