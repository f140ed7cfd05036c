import { constants } from "node:os";
import { failureInWords } from "#worker/ops/command.ts";

/**
 * Aborts on the signals that end a program, so that its `finally` blocks remove what nobody should find. Without that,
 * Node exits at once.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      // As shells report it.
      process.exitCode = 128 + constants.signals[name];
      controller.abort(new Error("It was interrupted."));
    });
  }
  return controller.signal;
}

/** Why a program failed, in words for a person. */
export function failureOf(error: unknown, signal: AbortSignal): string {
  return failureInWords(signal.aborted ? signal.reason : error);
}
