import { Trans } from "#web/language/macros.ts";
import { useWords } from "#web/language/messages.ts";

/** On every page of the demo. It leaves the sidebar free, whose buttons are at the bottom. */
export default function DemoMark() {
  useWords();
  return (
    <aside className="pointer-events-none fixed inset-x-0 bottom-0 z-30 border-t border-warn-dim bg-surface-1 px-gutter py-1 text-center text-xs text-text-1 md:left-54">
      <Trans>
        Demo: EVE and Discord are simulated, every visitor shares this community, and it starts
        again every day at 04:00 EVE time.
      </Trans>
    </aside>
  );
}
