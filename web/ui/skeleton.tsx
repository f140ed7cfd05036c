import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Spinner } from "./spinner.tsx";

/** A grey placeholder; `className` gives it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-appear rounded-bar bg-surface-3", className)}
    />
  );
}

/** A loading region: skeletons for sighted users, `label` for screen readers. */
export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

/** A loading message. It fades in after a delay, so that it does not flash for fast answers. */
export function Loading({ children }: { children: string }) {
  return (
    <output className="flex animate-appear items-center gap-2.5 py-6 text-text-2">
      <Spinner />
      {children}
    </output>
  );
}
