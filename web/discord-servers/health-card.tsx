import { useState } from "react";
import type { DiscordServer, ServerCheck } from "#shared/discord/servers.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const STATES: Record<ServerCheck["state"], { icon: IconName; className: string; word: string }> = {
  failed: { icon: "alert", className: "text-danger", word: "Problem" },
  warning: { icon: "alert", className: "text-warn", word: "Warning" },
  unknown: { icon: "question", className: "text-text-2", word: "Not known" },
  ok: { icon: "check", className: "text-ok", word: "Fine" },
};

type HealthCardProps = {
  server: DiscordServer;
  isChecking: boolean;
  onCheck: () => void;
};

/** What must hold at Discord, the failures first. Folded while all is well and the server is on. */
export function HealthCard({ server, isChecking, onCheck }: HealthCardProps) {
  const { checks, factsAt, isOn } = server;
  const [isOpened, setIsOpened] = useState(false);
  const failed = checks.filter(({ state }) => state === "failed").length;
  const passed = checks.filter(({ state }) => state === "ok").length;
  const isFolded = isOn && passed === checks.length && !isOpened;
  return (
    <Card
      isFlush
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Health
          {failed > 0 && (
            <Chip tone="danger">{failed === 1 ? "1 problem" : `${failed} problems`}</Chip>
          )}
          <span className="font-ui text-sm font-normal tracking-normal text-text-2">
            {passed} of {checks.length} checks pass
          </span>
        </span>
      }
      actions={
        <>
          <span className="text-sm text-text-2 max-sm:hidden">
            Checked <RelativeTime at={factsAt} />
          </span>
          {isFolded ? (
            <Button size="sm" onClick={() => setIsOpened(true)}>
              Show
            </Button>
          ) : (
            <Button
              size="sm"
              icon={<Icon name="refresh" />}
              isBusy={isChecking}
              busyLabel="Checking..."
              onClick={onCheck}
            >
              Check again
            </Button>
          )}
        </>
      }
    >
      {!isFolded && (
        <ul className="divide-y divide-line-faint">
          {checks.map((check) => (
            <Check key={check.id} check={check} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Check({ check: { title, state, words, steps } }: { check: ServerCheck }) {
  const { icon, className, word } = STATES[state];
  return (
    <li className={cx("flex gap-3 px-4", state === "ok" ? "py-1.5" : "py-2.5")}>
      <span className={`pt-0.5 ${className}`}>
        <Icon name={icon} />
        <VisuallyHidden>{word}: </VisuallyHidden>
      </span>
      <div className={state === "ok" ? "flex min-w-0 flex-wrap gap-x-3" : "min-w-0"}>
        <h3 className="font-ui text-md font-medium tracking-normal wrap-anywhere">{title}</h3>
        <p className="wrap-anywhere text-text-2">{words}</p>
        {steps.length > 0 && (
          <ol className="mt-2 grid gap-1.5 text-sm">
            {steps.map((step, index) => (
              <li key={step} className="flex items-baseline gap-2">
                <span
                  aria-hidden="true"
                  className="grid size-5 shrink-0 place-items-center rounded-full border border-line-control text-xs"
                >
                  {index + 1}
                </span>
                <span className="min-w-0 wrap-anywhere">{step}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
