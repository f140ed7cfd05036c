import { errorBodySchema } from "#shared/error.ts";
import type { Muster } from "#test/support/harness.ts";
import type { Driver } from "#test/support/queue-driver.ts";

/** A flow made ready: it can be carried out any number of times. */
export type Scene = {
  muster: Muster;
  drive: Driver;
  /** What it says. */
  act: () => Promise<string>;
  /** What a player does next, once the fault is over, if that is something else. */
  again?: () => Promise<string>;
  /** What is shown, and must not change while the services fail. */
  shown?: () => Promise<unknown>;
};

/** The status, and the words of a refusal. */
export async function say(response: {
  status: number;
  json: () => Promise<unknown>;
}): Promise<string> {
  if (response.status < 400) return String(response.status);
  return `${response.status} ${errorBodySchema.parse(await response.json()).error.message}`;
}
