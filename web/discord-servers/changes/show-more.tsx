import { Plural, Trans, ph } from "#web/language/macros.ts";
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
        <Trans>Show {ph({ rest: Math.min(rest, STEP) })} more</Trans>
      </Button>
      <span className="text-sm text-text-2">
        <Trans>
          {length} of <Plural value={total} one="# person" other="# people" />
        </Trans>
      </span>
    </div>
  );
}
