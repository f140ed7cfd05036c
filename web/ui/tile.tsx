import type { ReactNode } from "react";

export function Tiles({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3 md:gap-4">
      {children}
    </dl>
  );
}

/** A labelled figure. */
export function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card flex flex-col-reverse justify-end gap-1 rounded-card border border-line-faint bg-surface-1 px-4 py-3">
      <dt className="text-sm text-text-3">{label}</dt>
      <dd className="font-display text-2xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
