import { Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { formatInteger } from "#web/lib/format.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const SetEndDialog = lazy(() => import("./set-end-dialog.tsx"));

type EndsBarProps = {
  group: Group;
  chosen: readonly GroupMember[];
  /** All members that are shown and may be chosen. */
  shown: readonly GroupMember[];
  onChoose: (members: readonly GroupMember[]) => void;
};

/** What to do with the chosen members. */
export function EndsBar({ group, chosen, shown, onChoose }: EndsBarProps) {
  const keepRoom = useBarRoom();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      ref={keepRoom}
      aria-label={t`Selection`}
      className="sticky bottom-3 z-4 mx-auto my-3 flex w-[calc(100%-1.5rem)] max-w-160 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-control bg-overlay px-3 py-2 shadow-overlay"
    >
      <output className="font-medium tabular-nums">
        <Trans>{ph({ count: formatInteger(chosen.length) })} selected</Trans>
      </output>
      {chosen.length < shown.length && (
        <Button size="sm" variant="ghost" onClick={() => onChoose(shown)}>
          <Trans>Select all {ph({ count: formatInteger(shown.length) })} shown</Trans>
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onChoose([])}>
        <Trans>Clear</Trans>
      </Button>
      <Button
        variant="primary"
        icon={<Icon name="clock" />}
        className="max-sm:w-full sm:ml-auto"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Change ends...</Trans>
      </Button>
      <Suspense>
        {isOpen && (
          <SetEndDialog
            group={group}
            members={chosen}
            onClose={() => {
              setIsOpen(false);
              onChoose([]);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
