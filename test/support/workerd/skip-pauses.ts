/** The Worker's pauses between retries are at most this long; longer timers are timeouts, which must run. */
const LONGEST_PAUSE_MS = 2000;

// The Worker's pauses end at once. Tests wait for conditions with `expect.poll`.
const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (act: () => void, ms = 0) => wait(act, ms <= LONGEST_PAUSE_MS ? 0 : ms),
  wait,
);
