import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";

/** How many people a list shows at first, and how many more at each press. */
export const STEP = 50;

type ShowMoreProps = { length: number; total: number; onMore: (length: number) => void };

export function ShowMore({ length, total, onMore }: ShowMoreProps) {
  const rest = total - length;
  if (rest <= 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line-faint px-4 py-2.5">
      <Button size="sm" onClick={() => onMore(length + STEP)}>
        Show {Math.min(rest, STEP)} more
      </Button>
      <span className="text-sm text-text-2">
        {length} of {formatCount(total, "person", "people")}
      </span>
    </div>
  );
}
