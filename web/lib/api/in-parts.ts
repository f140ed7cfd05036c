import { ApiError } from "./api-error.ts";

/**
 * Sends one part after the other, because a call takes at most `most` items. A part that needs a fresh proof is not sent again by itself
 * afterwards: the others would be left out.
 */
export async function* inParts<Item, Answer>(
  items: readonly Item[],
  most: number,
  send: (part: Item[]) => Promise<Answer>,
): AsyncGenerator<Answer, void, undefined> {
  for (let from = 0; from < items.length; from += most) {
    try {
      yield await send(items.slice(from, from + most));
    } catch (error) {
      if (error instanceof ApiError && error.request && items.length > most) {
        error.request = { ...error.request, isPart: true };
      }
      throw error;
    }
  }
}
