import { ApiError } from "./api-error.ts";

/**
 * Looks, then writes what was decided. `look` reads and throws what speaks against the change; `write` carries it
 * out only if what was seen still holds, and says whether it did. If it did not, somebody was faster: a second
 * look finds the words for it.
 */
export async function attempt<Seen, Done>(
  look: () => Promise<Seen>,
  write: (seen: Seen) => Promise<Done | undefined | false>,
): Promise<Done> {
  const done = await write(await look());
  if (done !== undefined && done !== false) return done;
  await look();
  throw new ApiError(
    "conflict",
    "Somebody changed this at the same moment. Nothing was done. Try again.",
  );
}
