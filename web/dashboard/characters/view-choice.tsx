import { Trans, msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import type { View } from "./use-view.ts";

const LABELS: Record<View, Message> = { table: msg`Table`, cards: msg`Cards` };
const VIEWS: View[] = ["table", "cards"];

export function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <fieldset className="flex rounded-control border border-line-control bg-void">
      <legend className="sr-only">
        <Trans>View of the characters</Trans>
      </legend>
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
          {say(LABELS[one])}
        </button>
      ))}
    </fieldset>
  );
}
