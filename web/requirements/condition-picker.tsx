import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- A select can show neither ages nor locks. The focus stays in the field, as the combobox pattern has it. */
import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import type { PointerEvent } from "react";
import type { Condition } from "#shared/requirements/tree.ts";
import { isCompleteAtOnce, kindSections } from "#web/requirements/rule/kinds.ts";
import type { Kind } from "#web/requirements/rule/kinds.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { useCombobox } from "#web/ui/form/use-combobox.ts";
import { Kbd } from "#web/ui/text.tsx";

type ConditionPickerProps = {
  canUseAll: boolean;
  /** For a bracket that is about one character. */
  isForCharacter: boolean;
  /** The kinds that the rule has already. */
  used: ReadonlySet<Condition["type"]>;
  onChoose: (condition: Condition) => void;
  onClose: () => void;
};

const LOCKED = {
  role: "option",
  "aria-selected": false,
  "aria-disabled": true,
  onPointerDown: (event: PointerEvent) => event.preventDefault(),
} as const;

/** The kinds of conditions, in groups. Those for administrators stay visible, and are locked. */
export default function ConditionPicker(props: ConditionPickerProps) {
  const { canUseAll, isForCharacter, used, onChoose, onClose } = props;
  const hasChosen = useRef(false);
  const [typed, setTyped] = useState("");
  const sections = kindSections(typed, canUseAll, isForCharacter);
  const open = sections.flatMap(({ isLocked, kinds }) => (isLocked ? [] : kinds));
  const combobox = useCombobox({
    count: open.length,
    onChoose: (index) => {
      const kind = open[index];
      if (kind) choose(kind);
    },
  });

  function choose({ blank }: Kind) {
    hasChosen.current = true;
    onChoose(blank);
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Popup
          // The new row takes the focus.
          finalFocus={() => !hasChosen.current}
          className="fixed top-[10dvh] left-1/2 z-20 flex max-h-[min(40rem,80dvh)] w-[calc(100vw-2rem)] max-w-128 -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-overlay shadow-overlay max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none"
        >
          <Dialog.Title className="sr-only">{t`Add a condition`}</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line-faint px-4 text-text-2">
            <Icon name="search" />
            <input
              type="text"
              aria-label={t`Find a condition`}
              {...combobox.field}
              enterKeyHint="done"
              placeholder={t`Find a condition: corporation, skill, Discord ...`}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                combobox.restart();
              }}
              onKeyDown={combobox.onKeyDown}
              className="h-13 min-w-0 flex-1 bg-transparent text-text-1 outline-none"
            />
            <IconButton icon="close" label={t`Close`} size="sm" onClick={onClose} />
          </div>
          <div
            {...combobox.list}
            aria-label={t`Conditions`}
            className="min-h-0 overflow-y-auto overscroll-contain pb-2 empty:hidden"
          >
            {sections.map(({ title, isLocked, kinds }) => (
              <div key={title} role="group" aria-label={title}>
                <p aria-hidden="true" className="px-4 pt-3 pb-1 text-xs font-medium text-text-2">
                  {title}
                </p>
                {kinds.map((kind) => (
                  <div
                    key={kind.blank.type}
                    {...(isLocked ? LOCKED : combobox.option(open.indexOf(kind)))}
                    className="flex min-h-9 cursor-pointer items-center gap-3 px-4 aria-disabled:cursor-not-allowed aria-disabled:text-text-2 aria-selected:bg-surface-3 aria-selected:inset-shadow-nav max-md:min-h-11"
                  >
                    {isLocked && <Icon name="lock" size={14} />}
                    <span className="min-w-0 flex-1">{say(kind.label)}</span>
                    <span className="text-end text-xs text-text-2">
                      {used.has(kind.blank.type) && isCompleteAtOnce(kind.blank)
                        ? t`already in the rule`
                        : kind.age === null
                          ? t`at once`
                          : say(kind.age)}
                    </span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          {sections.length === 0 && (
            <p className="px-4 py-8 text-center wrap-anywhere text-text-2">
              <Trans>No condition matches “{ph({ typed: typed.trim() })}”.</Trans>
            </p>
          )}
          <p
            aria-hidden="true"
            className="flex flex-wrap gap-x-4 border-t border-line px-4 py-2.5 text-xs text-text-2 max-md:hidden"
          >
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t`choose`}
            </span>
            <span>
              <Kbd>Enter</Kbd> {t`add`}
            </span>
            <span>
              <Kbd>Esc</Kbd> {t`close`}
            </span>
          </p>
          <output className="sr-only">
            {plural({ count: open.length }, { one: "# condition", other: "# conditions" })}
          </output>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
