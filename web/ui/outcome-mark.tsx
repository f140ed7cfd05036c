import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";
import { VisuallyHidden } from "./text.tsx";

type OutcomeTone = "met" | "unmet" | "unknown" | "attention" | "info";

const TONES: Record<OutcomeTone, { className: string; icon: IconName; word: Message }> = {
  met: { className: "bg-ok-dim text-ok", icon: "check", word: msg`Met` },
  unmet: { className: "bg-danger-dim text-danger", icon: "close", word: msg`Not met` },
  unknown: {
    className: "border border-dashed border-line-control text-text-2",
    icon: "question",
    word: msg`Not known`,
  },
  attention: { className: "bg-warn-dim text-warn", icon: "alert", word: msg`Attention` },
  info: { className: "bg-surface-3 text-text-2", icon: "clock", word: msg`Note` },
};

/** A state as icon, colour and, for screen readers, word. Not known is neutral with a dashed edge, never red. */
export function OutcomeMark({ tone }: { tone: OutcomeTone }) {
  const { className, icon, word } = TONES[tone];
  return (
    <span
      className={cx(
        "outcome inline-grid size-6 shrink-0 place-items-center rounded-control",
        className,
      )}
    >
      <Icon name={icon} size={14} />
      <VisuallyHidden>{t`${ph({ word: say(word) })}:`} </VisuallyHidden>
    </span>
  );
}
