import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { Kbd } from "#web/ui/text.tsx";
import { PLACE_KEYS } from "./keys.ts";
import type { Message } from "#shared/language/messages.ts";
import { KEYS, switchSingleKeys, useSingleKeys } from "#web/lib/keys.ts";

/** The shortcuts, and the switch for those of a single key, which may be pressed by accident. */
export default function ShortcutsDialog(props: { isAdmin: boolean; onClose: () => void }) {
  const { isAdmin, onClose } = props;
  const isOn = useSingleKeys();
  const switchId = useId();
  const hintId = useId();
  const places = Object.entries(PLACE_KEYS).filter(
    ([, { isForAdmins }]) => isAdmin || !isForAdmins,
  );
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className="grid gap-4 pb-4">
        <dl>
          <Shortcut what={t`Search pilots, groups and actions`}>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
            <span className="mx-1 text-text-2">{t`or`}</span>
            <Kbd>⌘</Kbd> <Kbd>K</Kbd>
          </Shortcut>
          {isOn && (
            <>
              <Shortcut what={t`Search on this page`}>
                <Kbd>{KEYS.search}</Kbd>
              </Shortcut>
              {places.map(([key, { name }]) => (
                <Shortcut key={key} what={say(name)}>
                  <Kbd>{KEYS.go}</Kbd>
                  <span className="mx-1 text-text-2">{t`then`}</span>
                  <Kbd>{key}</Kbd>
                </Shortcut>
              ))}
              <Shortcut what={t`This list`}>
                <Kbd>{KEYS.help}</Kbd>
              </Shortcut>
            </>
          )}
        </dl>
        {isOn &&
          SECTIONS.map(({ title, keys }) => (
            <section key={title.id}>
              <h3 className="font-medium">{say(title)}</h3>
              <dl>
                {keys.map(([what, ...pressed]) => (
                  <Shortcut key={what.id} what={say(what)}>
                    {pressed.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Shortcut>
                ))}
              </dl>
            </section>
          ))}
        <div className="flex items-center gap-3 rounded-control border border-line px-3 py-2">
          <Check
            id={switchId}
            type="checkbox"
            checked={isOn}
            aria-describedby={hintId}
            className="size-5 shrink-0 max-md:size-6"
            onChange={(event) => switchSingleKeys(event.target.checked)}
          />
          <div>
            <label htmlFor={switchId} className="block font-medium">
              {t`Single-key shortcuts`}
            </label>
            <p id={hintId} className="text-sm text-text-2">
              <Trans>
                Turn them off if speech input or your keyboard triggers them by accident. This
                browser remembers your choice.
              </Trans>
            </p>
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** What the keys do in lists and on pages, beside those that work everywhere. */
const SECTIONS: { title: Message; keys: [what: Message, ...pressed: string[]][] }[] = [
  {
    title: msg`While the focus is in a list`,
    keys: [
      [msg`Next and previous row`, KEYS.next, KEYS.previous],
      [msg`Select, and select none`, KEYS.select, "Esc"],
      [msg`Approve or keep`, KEYS.approve],
      [msg`Reject or remove`, KEYS.reject],
      [msg`Undo the last decision`, KEYS.undo],
    ],
  },
  {
    title: msg`On the page of a request`,
    keys: [
      [msg`Next and previous request`, KEYS.next, KEYS.previous],
      [msg`In talks`, KEYS.talk],
      [msg`Approve`, KEYS.approve],
      [msg`Reject`, KEYS.reject],
      [msg`Write a note`, KEYS.note],
    ],
  },
  {
    title: msg`On the page of a pilot, beside the list`,
    keys: [[msg`Next and previous pilot`, KEYS.next, KEYS.previous]],
  },
  {
    title: msg`On the page of operations`,
    keys: [
      [msg`New operation`, KEYS.plan],
      [msg`List, week`, KEYS.list, KEYS.week],
      [msg`Coming, maybe, not`, KEYS.coming, KEYS.maybe, KEYS.not],
      [msg`Edit the operation`, KEYS.edit],
    ],
  },
];

function Shortcut({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line-faint py-1.5">
      <dt className="text-text-2">{what}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  );
}
