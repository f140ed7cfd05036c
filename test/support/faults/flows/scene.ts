import { errorBodySchema } from "#test/support/answers/read-error.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";

/** A prepared flow, which can run any number of times. */
export type Scene = {
  muster: Muster;
  drive: Driver;
  /** Runs the flow and returns its text. */
  act: () => Promise<string>;
  /** The player's next step after the fault, if it is another one. */
  again?: () => Promise<string>;
  /** The data shown, which must not change while the services fail. */
  shown?: () => Promise<unknown>;
};

/** A flow that runs when so many seconds have passed; the step after the fault waits for nothing. */
export const after = (drive: Driver, seconds: number, again: () => Promise<string>) => ({
  again,
  async act() {
    await drive.advance(seconds);
    return again();
  },
});

/** The status, and the message of an error. */
export async function say(response: {
  status: number;
  json: () => Promise<unknown>;
}): Promise<string> {
  if (response.status < 400) return String(response.status);
  return `${response.status} ${errorBodySchema.parse(await response.json()).error.message}`;
}
