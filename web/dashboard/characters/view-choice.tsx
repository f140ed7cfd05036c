import { cx } from "#web/lib/cx.ts";
import type { View } from "./use-view.ts";

const LABELS: Record<View, string> = { table: "Table", cards: "Cards" };
const VIEWS: View[] = ["table", "cards"];

export function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <fieldset className="flex rounded-control border border-line-control bg-void">
      <legend className="sr-only">View of the characters</legend>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          className={cx(
            "min-h-7.5 rounded-control px-2.5 text-sm max-md:min-h-9",
            one === view ? "bg-surface-3 text-text-1" : "text-text-2 hover:text-text-1",
          )}
          onClick={() => onChoose(one)}
        >
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  );
}
