import * as z from "zod/mini";
import { once } from "#shared/once.ts";
import { get, getText, post } from "./endpoint.ts";

/** The body is a list of at most 1000 unique ids, without structures. A single unknown id makes ESI answer 404. */
export const postNames = post(
  "/universe/names",
  () => z.array(z.object({ id: z.int(), name: z.string(), category: z.string() })),
  { cacheSeconds: 0 },
);

/** Id and name are optional: an entry without one tells nothing. */
const namedSchema = once(() =>
  z.optional(
    z.pipe(
      z.array(z.object({ id: z.optional(z.int()), name: z.optional(z.string()) })),
      z.transform((entries) =>
        entries.flatMap(({ id, name }) =>
          id === undefined || name === undefined ? [] : [{ id, name }],
        ),
      ),
    ),
  ),
);

/** The body is a list of whole names, in any case. Unknown names are omitted. */
export const postIds = post(
  "/universe/ids",
  () =>
    z.object({
      corporations: namedSchema(),
      alliances: namedSchema(),
      characters: namedSchema(),
    }),
  { cacheSeconds: 0 },
);

/** In the language of `Accept-Language`, as the document's `Content-Language` says. `/universe/names` has English names only. */
export const getSystem = get(
  "/universe/systems/{system_id}",
  () => z.object({ name: z.string() }),
  { cacheSeconds: 0 },
);

/** 403 if the character may not dock, and for structures that do not exist. */
export const getStructure = get(
  "/universe/structures/{structure_id}",
  () => z.object({ name: z.string(), owner_id: z.int(), solar_system_id: z.int() }),
  { cacheSeconds: 3600, scope: "esi-universe.read_structures.v1" },
);

/** An error while players cannot log in. */
export const getStatus = get("/status", () => z.object({ players: z.int() }), {
  cacheSeconds: 30,
  rateGroup: "status",
});

/** Dates such as 2026-08-18, in no order. */
export const getCompatibilityDates = get(
  "/meta/compatibility-dates",
  () => z.object({ compatibility_dates: z.array(z.string()) }),
  { cacheSeconds: 600, rateGroup: "meta" },
);

/** Under D1's 2 MB for a parameter. The response is ASCII. */
const MAX_PRICES_LENGTH = 1_900_000;

/**
 * The whole market, about 15,000 objects with `type_id`, `average_price` and `adjusted_price`, as JSON: SQLite parses it,
 * because that takes most of the free plan's processor time (docs/decisions/0042-processor-time-of-an-invocation.md).
 */
export const getMarketPrices = getText(
  "/markets/prices",
  (text) => {
    if (!text.startsWith("[{") || text.length > MAX_PRICES_LENGTH)
      throw new Error("No price list.");
    return text;
  },
  { cacheSeconds: 3600 },
);
