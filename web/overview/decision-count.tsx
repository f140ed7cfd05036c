import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { menuPathOf } from "./decision-view.tsx";
import { openDecisions, useDismissed } from "./decisions.ts";
import { adminOverviewQuery } from "./queries.ts";

type DecisionCountProps = {
  /** Counts the decisions that are settled on these pages; without it, all decisions. */
  at?: readonly string[];
  children: (count: number) => ReactNode;
};

/** How many decisions wait. */
export default function DecisionCount({ at, children }: DecisionCountProps) {
  const { data } = useQuery({
    ...adminOverviewQuery,
    // Asks once, so that the numbers after a reload are those from before; only the overview asks again and again.
    refetchInterval: false,
  });
  const { isDismissed } = useDismissed();
  if (data === undefined) return null;
  const open = openDecisions(data, isDismissed);
  return children(
    open.filter((decision) => at === undefined || at.includes(menuPathOf(decision))).length,
  );
}
