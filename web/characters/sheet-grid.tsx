import type { ReactNode } from "react";

type SheetGridProps = { queue: ReactNode; aside: ReactNode; skills: ReactNode };

/** Two columns on large screens. On small ones the skills, the longest card, come last. */
export function SheetGrid({ queue, aside, skills }: SheetGridProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      {queue}
      <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{aside}</div>
      <div className="lg:col-start-1">{skills}</div>
    </div>
  );
}
