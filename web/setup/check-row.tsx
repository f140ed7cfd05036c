import { Trans, msg } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { CheckState, HealthCheck } from "#shared/health.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { ChipTone } from "#web/ui/chip.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RegisterCommands } from "./register-commands.tsx";

export function CheckRow({ check }: { check: HealthCheck }) {
  const { title, state, words, fix, values } = check;
  const { word, tone, icon } = STATES[state];
  return (
    <li className="grid gap-x-4 gap-y-1.5 px-4 py-3 md:col-span-2 md:grid-cols-subgrid">
      <p className="pt-px">
        <Chip tone={tone} icon={icon}>
          {say(word)}
        </Chip>
      </p>
      <div className="min-w-0">
        <h3 className="font-semibold">{sayShared(title)}</h3>
        <p className="mt-0.5 wrap-anywhere text-text-2">{sayShared(words)}</p>
        {fix && (
          <p className="mt-1 wrap-anywhere text-text-2">
            <span className="font-medium text-text-1">
              <Trans>What to do:</Trans>{" "}
            </span>
            {sayShared(fix)}
          </p>
        )}
        {check.action === "register-commands" && <RegisterCommands />}
        {values.length > 0 && (
          <dl className="mt-2 grid gap-2">
            {values.map(({ label, value }) => (
              <div key={label} className="rounded-control bg-surface-2 px-3 py-2">
                <dt className="text-sm text-text-2">{label}</dt>
                <dd className="flex items-start justify-between gap-3 max-sm:flex-col">
                  <span className="min-w-0 flex-1 columns-xs pt-0.5 text-sm wrap-anywhere whitespace-pre-line">
                    {value}
                  </span>
                  <CopyButton text={value} what={`${title}: ${label}`} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

/** Worst first. Each state has a label and an icon, so that none depends on colour alone. */
const STATES: Record<CheckState, { word: Message; tone: ChipTone; icon: IconName }> = {
  failed: { word: msg`Failed`, tone: "danger", icon: "close" },
  warning: { word: msg`Warning`, tone: "warn", icon: "alert" },
  unknown: {
    word: msg({ context: "result of a check", message: "Unknown" }),
    tone: "neutral",
    icon: "info",
  },
  ok: { word: msg`OK`, tone: "ok", icon: "check" },
};

const ORDER = Object.keys(STATES);

export function worstFirst(checks: readonly HealthCheck[]): HealthCheck[] {
  return checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}
