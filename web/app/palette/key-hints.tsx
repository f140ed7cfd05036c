import { Trans, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { Kbd } from "#web/ui/kbd.tsx";
import type { Entry } from "./entries.ts";

type KeyHintsProps = { entry: Entry | undefined; isScoped: boolean };

/** What the keys do with the chosen line. A phone has none. */
export function KeyHints({ entry, isScoped }: KeyHintsProps) {
  return (
    <div
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line-faint px-4 py-2 text-sm text-text-2 max-md:hidden"
    >
      <Hint keys={["↑", "↓"]}>
        <Trans>choose</Trans>
      </Hint>
      <Hint keys={["↵"]}>{entry?.sheet === undefined ? t`open` : t`admin page`}</Hint>
      {entry?.sheet !== undefined && (
        <Hint keys={[t`Ctrl ↵`]}>
          <Trans>sheet</Trans>
        </Hint>
      )}
      {isScoped && (
        <Hint keys={["⌫"]}>
          <Trans>back</Trans>
        </Hint>
      )}
      {!isScoped && entry?.subject !== undefined && (
        <span className="ml-auto">
          <Hint keys={["Tab"]}>
            <Trans>what can be done</Trans>
          </Hint>
        </span>
      )}
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
