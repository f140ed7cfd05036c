/** The Worker's pauses between attempts are at most this long; what is longer is a timeout, and has to run. */
const LONGEST_PAUSE_MS = 2000;

// No test waits while the Worker does: its pauses are over at once. Tests wait for what is to happen (`vi.waitUntil`).
const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (act: () => void, ms = 0) => wait(act, ms <= LONGEST_PAUSE_MS ? 0 : ms),
  wait,
);
