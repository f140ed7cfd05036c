import { t } from "#web/language/macros.ts";
import { compareNames } from "#web/lib/compare.ts";
import type { RequestToReview } from "#shared/groups/requests.ts";

/** More than this many get one chip together. */
const SHOWN_CORPORATIONS = 5;

export const OTHERS = "others";

/** The value of a corporation in the address. */
const keyOf = ({ facts }: RequestToReview) => String(facts.corporationId ?? "unknown");

export type CorporationChip = { key: string; name: string; count: number };

/** The corporations with the most requests, and one chip for the others. Without a choice, none. */
export function corporationsOf(requests: readonly RequestToReview[]): CorporationChip[] {
  const chips = new Map<string, CorporationChip>();
  for (const request of requests) {
    const key = keyOf(request);
    const name = request.facts.corporationName ?? t`Corporation unknown`;
    chips.set(key, { key, name, count: (chips.get(key)?.count ?? 0) + 1 });
  }
  if (chips.size < 2) return [];
  const all = [...chips.values()].toSorted(
    (a, b) => b.count - a.count || compareNames(a.name, b.name),
  );
  const shown = all.slice(0, SHOWN_CORPORATIONS);
  const count = all.slice(SHOWN_CORPORATIONS).reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? shown : [...shown, { key: OTHERS, name: t`Others`, count }];
}

/** Whether a request belongs to the chosen chip; all do without a choice. */
export function isOfCorporation(
  request: RequestToReview,
  chosen: string | undefined,
  chips: readonly CorporationChip[],
): boolean {
  if (chosen === undefined) return true;
  if (chosen !== OTHERS) return keyOf(request) === chosen;
  return !chips.some(({ key }) => key === keyOf(request));
}
