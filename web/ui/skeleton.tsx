import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Spinner } from "./spinner.tsx";

/** A grey bar with the shape of what will be there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-appear rounded-bar bg-surface-3", className)}
    />
  );
}

/** A region that is being loaded: skeletons for the eye, one sentence for the ear. */
export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

/** What is being loaded, in words. It waits a moment, so that quick answers do not flash. */
export function Loading({ children }: { children: string }) {
  return (
    <output className="flex animate-appear items-center gap-2.5 py-6 text-text-2">
      <Spinner />
      {children}
    </output>
  );
}
