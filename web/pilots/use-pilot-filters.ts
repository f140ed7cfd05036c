import { useSearchParams } from "react-router";
import type { PilotFilter, PilotOrder } from "#shared/pilots/pilots.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { parseEveId } from "#web/lib/paths.ts";
import type { PilotFilters } from "./queries.ts";

// Not from the schema: the entry reads filters from addresses, and does without zod.
const FILTERS: readonly PilotFilter[] = ["lost", "noDiscord", "grace", "unseen", "suspended"];
const ORDERS: readonly PilotOrder[] = ["-name", "seen", "-seen"];

/** Filters are kept in the URL, so that back, reload and sharing work. */
export function usePilotFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readPilotFilters(params);
  return {
    filters,
    setFilters: (changed: PilotFilters) =>
      setParams(new URLSearchParams(changed), { preventScrollReset: true }),
  };
}

/** Ignores unknown and invalid parameters. */
export function readPilotFilters(params: URLSearchParams): PilotFilters {
  const search = params.get("search")?.trim() ?? "";
  const corporation = params.get("corporation") ?? undefined;
  const sort = ORDERS.find((order) => order === params.get("sort"));
  return {
    ...(search.length >= SEARCH_MIN_LENGTH && { search }),
    ...(corporation !== undefined && parseEveId(corporation) !== undefined && { corporation }),
    ...Object.fromEntries(
      FILTERS.filter((filter) => params.get(filter) === "true").map((filter) => [filter, "true"]),
    ),
    ...(sort && { sort }),
  };
}
