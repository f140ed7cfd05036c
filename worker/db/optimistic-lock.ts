/** What was read had changed before it was written, for no reason that a second reading finds. `onError` answers 409. */
export class LockConflict extends Error {
  constructor() {
    super("What was read had changed before it was written.");
    this.name = "LockConflict";
  }
}

/**
 * Reads, then writes what was decided from it. `read` throws if the change is refused; `write` applies the change only if
 * what was read still holds, and returns `undefined` or `false` if it does not. Then `read` runs once more, to find the
 * reason; if it finds none, throws `LockConflict`: the request can be repeated.
 */
export async function withOptimisticLock<State, Result>(
  read: () => Promise<State>,
  write: (state: State) => Promise<Result | undefined | false>,
): Promise<Result> {
  const result = await write(await read());
  if (result !== undefined && result !== false) return result;
  await read();
  throw new LockConflict();
}
