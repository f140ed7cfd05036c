import { findFreePort } from "#test/local/port.ts";

const FIRST_PORT = 4273;
/** Two runs that start at the same time look at other ports first. */
const SPREAD = 97;

/** Where the tests in the browser find the product. The processes of a run inherit the choice. */
export const PORT = Number(
  (process.env["PORT"] ??= String(await findFreePort(FIRST_PORT + (process.pid % SPREAD)))),
);
