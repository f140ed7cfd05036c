import { Trans, ph, t } from "#web/language/macros.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

type StepsCardProps = {
  title: string;
  done: number;
  of: number;
  onHide: () => void;
  /** A `StepItem` each. */
  children: ReactNode;
};

/** The first steps of a new user, in any order, until all are done or the user hides them. */
export function StepsCard({ title, done, of, onHide, children }: StepsCardProps) {
  return (
    <Card
      isFlush
      title={title}
      actions={
        <>
          <span className="text-sm text-text-2">
            <Trans>
              {done} of {ph({ count: of })} done
            </Trans>
          </span>
          <Button size="sm" variant="ghost" onClick={onHide}>
            <Trans>
              Hide<VisuallyHidden> the first steps</VisuallyHidden>
            </Trans>
          </Button>
        </>
      }
    >
      <ol>{children}</ol>
    </Card>
  );
}

export type StepItemProps = {
  number: number;
  title: ReactNode;
  /** While it is not done. */
  text: ReactNode;
  /** What the user can do once it is done. */
  unlocks?: string;
  /** What the button sends. */
  fields?: ReactNode;
  action: ReactNode;
  isDone: boolean;
  isNext: boolean;
};

export function StepItem(props: StepItemProps) {
  const { number, title, text, unlocks, fields, action, isDone, isNext } = props;
  const titleId = useId();
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      aria-labelledby={titleId}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0",
        isNext && "bg-surface-2",
      )}
    >
      <span
        className={cx(
          "grid size-7 shrink-0 place-items-center self-start rounded-full border text-sm",
          isDone
            ? "border-ok text-ok"
            : isNext
              ? "border-starlight"
              : "border-line-control text-text-2",
        )}
      >
        {isDone ? (
          <>
            <Icon name="check" />
            <VisuallyHidden>{t`Done:`}</VisuallyHidden>
          </>
        ) : (
          number
        )}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h3 id={titleId} className="font-ui text-md font-medium tracking-normal wrap-anywhere">
          {title}
        </h3>
        {!isDone && <div className="text-sm text-text-2">{text}</div>}
        {!isDone && unlocks !== undefined && (
          <p className="mt-0.5 flex items-baseline gap-1.5 text-sm">
            <span className="text-signal">
              <Icon name="plus" size={12} />
            </span>
            <span>
              <b className="font-semibold">{t`Unlocks:`}</b> {unlocks}
            </span>
          </p>
        )}
        {!isDone && fields !== undefined && <div className="mt-2 grid gap-3">{fields}</div>}
      </div>
      {!isDone && (
        <div
          className={cx(
            "max-sm:w-full max-sm:*:w-full sm:min-w-48 sm:*:w-full",
            fields !== undefined && "self-start max-sm:pl-11",
          )}
        >
          {action}
        </div>
      )}
    </li>
  );
}
