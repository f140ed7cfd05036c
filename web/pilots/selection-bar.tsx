import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import { MAX_BULK } from "#shared/pilots/bulk.ts";
import type { BulkAction } from "#shared/pilots/bulk.ts";
import { formatInteger } from "#web/lib/format.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/text.tsx";

import { BulkDialog } from "./bulk-dialog.tsx";

const ACTIONS: { value: BulkAction; label: Message }[] = [
  { value: "invite", label: msg`Invite...` },
  { value: "add", label: msg`Add...` },
  { value: "remove", label: msg`Remove...` },
];

type Props = {
  chosen: readonly { userId: string; name: string }[];
  /** Present if everything shown is selected and there is more. */
  more: { isLoading: boolean; onSelect: () => void } | undefined;
  onClear: () => void;
};

/** What to do with the selected pilots. */
export function SelectionBar({ chosen, more, onClear }: Props) {
  const keepRoom = useBarRoom();
  const [action, setAction] = useState<BulkAction>();
  const isTooMany = chosen.length > MAX_BULK;
  return (
    <section
      ref={keepRoom}
      aria-label={t`Selection`}
      className="sticky bottom-3 z-4 mx-auto flex w-full max-w-200 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-control bg-overlay px-3 py-2 shadow-overlay"
    >
      <output className="font-medium tabular-nums">
        <Trans>{ph({ count: formatInteger(chosen.length) })} selected</Trans>
        {isTooMany && (
          <span className="block text-sm font-normal text-warn">
            <Trans>{MAX_BULK} at a time</Trans>
          </span>
        )}
      </output>
      {more && (
        <Button
          size="sm"
          variant="ghost"
          isBusy={more.isLoading}
          busyLabel={t`Loading...`}
          onClick={more.onSelect}
        >
          <Trans>Select up to {MAX_BULK}</Trans>
        </Button>
      )}
      <Button size="sm" variant="ghost" className="max-sm:ml-auto sm:order-last" onClick={onClear}>
        {t`Clear`}
        <span aria-hidden="true" className="ml-2 max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </Button>
      <div className="flex gap-2 max-sm:w-full sm:ml-auto">
        {ACTIONS.map(({ value, label }) => (
          <Button
            key={value}
            className="max-sm:flex-1"
            isDisabled={isTooMany}
            onClick={() => setAction(value)}
          >
            {say(label)}
          </Button>
        ))}
      </div>
      {action !== undefined && (
        <BulkDialog
          action={action}
          pilots={chosen}
          onClose={() => setAction(undefined)}
          onDone={onClear}
        />
      )}
    </section>
  );
}
