import { Plural, Trans, t } from "#web/language/macros.ts";
import { useState } from "react";
import { DaysField } from "#web/groups/group/days-field.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { KeyHint } from "#web/ui/text.tsx";
import { RejectForm } from "./reject-form.tsx";

type SelectionBarProps = {
  count: number;
  /** How many requests were not selected with all the others, because the watchlist has their pilots, or may have. */
  leftOut: number;
  /** Selects the requests that are not loaded yet. Present while all loaded requests are selected and there are more. */
  more: { label: string; isLoading: boolean; onSelect: () => void } | undefined;
  /** How long memberships of the group last. */
  membershipDays: number | null;
  onApprove: (days: number | null | undefined) => void;
  onReject: (reason: string) => void;
  onClear: () => void;
};

/** What to do with the selected requests. */
export function RequestSelectionBar(props: SelectionBarProps) {
  const { count, leftOut, more, membershipDays, onApprove, onReject, onClear } = props;
  const [days, setDays] = useState<number | null | undefined>();
  const [isRejecting, setIsRejecting] = useState(false);
  const number = formatInteger(count);
  if (isRejecting) {
    return (
      <div className="mb-3 rounded-card shadow-overlay">
        <RejectForm
          label={count === 1 ? t`Reason (optional)` : t`Reason for all ${number} (optional)`}
          submitLabel={t`Reject ${number}`}
          onReject={onReject}
          onCancel={() => setIsRejecting(false)}
        />
      </div>
    );
  }
  return (
    <section
      aria-label={t`Selection`}
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-control bg-overlay px-3 py-2 shadow-overlay"
    >
      <output className="font-medium tabular-nums">
        <Trans>{number} selected</Trans>
        {leftOut > 0 && (
          <span className="block text-sm font-normal text-warn">
            <Plural
              value={leftOut}
              one="# left out: see the watchlist, and approve them alone"
              other="# left out: see the watchlist, and approve them one by one"
            />
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
          {more.label}
        </Button>
      )}
      <Button size="sm" variant="ghost" className="max-sm:ml-auto sm:order-last" onClick={onClear}>
        {t`Clear`}
        <KeyHint>Esc</KeyHint>
      </Button>
      <DaysField
        label={t`Membership`}
        value={days}
        ofGroup={membershipDays}
        className="w-full sm:order-last"
        onChange={setDays}
      />
      <div className="flex gap-2 max-sm:w-full sm:ml-auto">
        <Button
          variant="primary"
          icon={<Icon name="check" />}
          className="max-sm:flex-1"
          onClick={() => onApprove(days)}
        >
          <Trans>Approve {number}</Trans>
        </Button>
        <Button
          icon={<Icon name="close" />}
          className="max-sm:flex-1"
          onClick={() => setIsRejecting(true)}
        >
          <Trans>Reject {number}...</Trans>
        </Button>
      </div>
    </section>
  );
}
