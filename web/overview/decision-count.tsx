import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { placeOf } from "./decision-view.tsx";
import { openDecisions } from "./decisions.ts";
import { adminOverviewQuery } from "./queries.ts";
import { useDismissed } from "./use-dismissed.ts";

type DecisionCountProps = {
  /** Those that are settled on these pages; without it, all. */
  at?: readonly string[];
  children: (count: number) => ReactNode;
};

/** How many decisions wait, if a page has read them: the menu itself asks for nothing. */
export default function DecisionCount({ at, children }: DecisionCountProps) {
  const { data } = useQuery({ ...adminOverviewQuery, enabled: false });
  const { isDismissed } = useDismissed();
  if (data === undefined) return null;
  const open = openDecisions(data, isDismissed);
  return children(open.filter((one) => at === undefined || at.includes(placeOf(one))).length);
}
