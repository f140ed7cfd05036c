import { Children } from "react";
import type { ReactNode } from "react";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";

const ROW =
  "flex min-h-12 items-center gap-3 border-t border-line-faint px-4 py-2 first:border-t-0";

/** Rows in a card, separated by lines. */
export function CardList({ children }: { children: ReactNode }) {
  return (
    <ul>
      {Children.map(children, (child) => (
        <li className={ROW}>{child}</li>
      ))}
    </ul>
  );
}

export function ListSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      {["w-3/5", "w-2/5", "w-1/2"].map((width) => (
        <div key={width} className={ROW}>
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
