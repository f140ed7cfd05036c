import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Preview, Rule } from "#shared/requirements/rule.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { reasonOf } from "#web/lib/api/api-error.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { serverNow } from "#web/lib/clock.ts";
import { addSlice } from "./sum.ts";
import type { PreviewSum } from "./sum.ts";

/** A preview that is complete, of this rule. */
type Complete = { rule: Rule | null; sum: PreviewSum; at: number };

export type PreviewState = {
  /** The latest complete preview, possibly of the rule as it was before. */
  last: Complete | undefined;
  /** The numbers are not, or not yet, those of the rule. */
  isOld: boolean;
  progress: { checked: number; total: number } | undefined;
  failed: string | undefined;
  /** The rule cannot be previewed, because a condition is not finished. */
  isWaiting: boolean;
  retry: () => void;
};

const TYPING_MS = 400;

/** A key that is equal for equal rules. */
function keyOf(rule: Rule | null | undefined): string | undefined {
  return rule === undefined ? undefined : JSON.stringify(rule);
}

function previewSlice(
  id: string,
  rule: Rule | null,
  after: string | null,
  signal: AbortSignal,
): Promise<Preview> {
  return body(
    api.groups[":id"].requirements.preview.$post(
      { param: { id }, json: { rule, ...(after !== null && { after }) } },
      { init: { signal } },
    ),
  );
}

/**
 * What saving the rule would do. It is computed slice by slice, and given up when the rule changes. `rule` is undefined
 * while a condition is not finished.
 */
export function usePreview(groupId: string, rule: Rule | null | undefined): PreviewState {
  const settled = useDebounced(rule, TYPING_MS);
  const now = keyOf(rule);
  const key = keyOf(settled);
  const [progress, setProgress] = useState<{
    key: string | undefined;
    checked: number;
    total: number;
  }>();
  const [last, setLast] = useState<Complete>();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...groupKeys.one(groupId), "preview", key],
    queryFn: async ({ signal }): Promise<Complete> => {
      if (settled === undefined) throw new Error("There is no rule to preview.");
      setProgress(undefined);
      let sum: PreviewSum | undefined;
      let after: string | null = null;
      do {
        const slice = await previewSlice(groupId, settled, after, signal);
        sum = addSlice(sum, slice);
        ({ after } = slice);
        setProgress({ key: keyOf(settled), checked: sum.checked, total: sum.total });
      } while (after !== null);
      return { rule: settled, sum, at: serverNow() };
    },
    enabled: key !== undefined,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  if (data && data !== last) setLast(data);
  const isCurrent = data !== undefined && keyOf(data.rule) === now;
  return {
    last,
    isOld: !isCurrent,
    progress: !isCurrent && isFetching && progress?.key === key ? progress : undefined,
    failed: error && !isFetching && now === key ? reasonOf(error) : undefined,
    isWaiting: rule === undefined,
    retry: () => void refetch(),
  };
}
