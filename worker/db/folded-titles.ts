import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";

const titles = z.array(z.object({ title_id: z.int(), name: z.nullish(z.string()) }));

/** The folded names of a stored list of titles, by their ids, as JSON. */
export function foldTitles(json: string): string {
  const names = titles
    .parse(JSON.parse(json))
    .flatMap(({ title_id: id, name }) => (name ? [[id, fold(name)]] : []));
  return JSON.stringify(Object.fromEntries(names));
}
