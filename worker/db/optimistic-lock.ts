import { ApiError } from "#worker/http/api-error.ts";

/**
 * Reads, then writes what was decided from it. `read` throws if the change is refused; `write` applies the change only if
 * what was read still holds, and returns `undefined` or `false` if it does not. Then `read` runs once more, to find the
 * reason; if it finds none, the request is refused as a conflict and can be repeated.
 */
export async function withOptimisticLock<State, Result>(
  read: () => Promise<State>,
  write: (state: State) => Promise<Result | undefined | false>,
): Promise<Result> {
  const result = await write(await read());
  if (result !== undefined && result !== false) return result;
  await read();
  throw new ApiError(
    "conflict",
    "This was changed at the same moment. Nothing was saved. Try again.",
  );
}
