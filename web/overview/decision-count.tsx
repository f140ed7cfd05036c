import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { openDecisions } from "./decisions.ts";
import { adminOverviewQuery } from "./queries.ts";
import { useDismissed } from "./use-dismissed.ts";

type DecisionCountProps = { children: (count: number) => ReactNode };

/** How many decisions wait, if a page has read them: the menu itself asks for nothing. */
export default function DecisionCount({ children }: DecisionCountProps) {
  const { data } = useQuery({ ...adminOverviewQuery, enabled: false });
  const { isDismissed } = useDismissed();
  return data === undefined ? null : children(openDecisions(data, isDismissed).length);
}
