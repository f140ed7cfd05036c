import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Check } from "#web/ui/form/check.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { PLACES } from "./keys.ts";
import { switchSingleKeys, useSingleKeys } from "#web/lib/single-keys.ts";

/** What the keyboard can do, and the switch for what it might do by accident. */
export default function ShortcutsDialog(props: { isAdmin: boolean; onClose: () => void }) {
  const { isAdmin, onClose } = props;
  const isOn = useSingleKeys();
  const switchId = useId();
  const hintId = useId();
  const places = Object.entries(PLACES).filter(([, { isForAdmins }]) => isAdmin || !isForAdmins);
  return (
    <Dialog isOpen title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className="grid gap-4 pb-4">
        <dl>
          <Shortcut what={t`Search pilots, groups and actions`}>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
            <span className="mx-1 text-text-2">
              <Trans>or</Trans>
            </span>
            <Kbd>⌘</Kbd> <Kbd>K</Kbd>
          </Shortcut>
          {isOn && (
            <>
              <Shortcut what={t`Search on this page`}>
                <Kbd>/</Kbd>
              </Shortcut>
              {places.map(([key, { name }]) => (
                <Shortcut key={key} what={say(name)}>
                  <Kbd>g</Kbd>
                  <span className="mx-1 text-text-2">
                    <Trans>then</Trans>
                  </span>
                  <Kbd>{key}</Kbd>
                </Shortcut>
              ))}
              <Shortcut what={t`This list`}>
                <Kbd>?</Kbd>
              </Shortcut>
            </>
          )}
        </dl>
        {isOn && (
          <section>
            <h3 className="font-medium">
              <Trans>On the page of a request</Trans>
            </h3>
            <dl>
              <Shortcut what={t`Next and previous request`}>
                <Kbd>j</Kbd> <Kbd>k</Kbd>
              </Shortcut>
              {requestKeys().map(([key, what]) => (
                <Shortcut key={key} what={what}>
                  <Kbd>{key}</Kbd>
                </Shortcut>
              ))}
            </dl>
          </section>
        )}
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
              <Trans>Single-key shortcuts</Trans>
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

const requestKeys = (): [key: string, what: string][] => [
  ["t", t`In talks`],
  ["a", t`Approve`],
  ["r", t`Reject`],
  ["n", t`Write a note`],
];

function Shortcut({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line-faint py-1.5">
      <dt className="text-text-2">{what}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  );
}
