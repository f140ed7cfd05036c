import * as z from "zod/mini";
import { get, post } from "./endpoint.ts";

/** The body is a list of at most 1000 unique ids, without structures. A single unknown id makes ESI answer 404. */
export const postNames = post(
  "/universe/names",
  z.array(z.object({ id: z.int(), name: z.string(), category: z.string() })),
);

/** The body is a list of whole names, in any case. Unknown names are omitted. */
export const postIds = post(
  "/universe/ids",
  z.object({ corporations: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))) }),
);

/** 403 if the character may not dock, and for structures that do not exist. */
export const getStructure = get(
  "/universe/structures/{structure_id}",
  z.object({ name: z.string(), owner_id: z.int(), solar_system_id: z.int() }),
  { scope: "esi-universe.read_structures.v1" },
);

/** An error while players cannot log in. */
export const getStatus = get("/status", z.object({ players: z.int() }), { rateGroup: "status" });

/** Dates such as 2026-08-18, in no order. */
export const getCompatibilityDates = get(
  "/meta/compatibility-dates",
  z.object({ compatibility_dates: z.array(z.string()) }),
  { rateGroup: "meta" },
);

type EsiPrice = { type_id: number; average_price?: number; adjusted_price?: number };

/** The whole market, about 15,000 types: checked by hand to save CPU time. */
function isPriceList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((item: Partial<EsiPrice> | null) => typeof item?.type_id === "number")
  );
}

export const getMarketPrices = get("/markets/prices", z.custom<EsiPrice[]>(isPriceList));
