import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import type { DiscordServer, ServerCheck } from "#shared/discord/servers.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

const STATES: Record<ServerCheck["state"], { icon: IconName; className: string; word: Message }> = {
  failed: { icon: "alert", className: "text-danger", word: msg`Problem` },
  warning: { icon: "alert", className: "text-warn", word: msg`Warning` },
  unknown: { icon: "question", className: "text-text-2", word: msg`Not known` },
  ok: { icon: "check", className: "text-ok", word: msg`Fine` },
};

type HealthCardProps = {
  server: DiscordServer;
  isChecking: boolean;
  onCheck: () => void;
};

/** What must hold at Discord, the failures first. Folded while all is well and the server is on. */
export function ServerHealthCard({ server, isChecking, onCheck }: HealthCardProps) {
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
          {t`Health`}
          {failed > 0 && (
            <Chip tone="danger">{plural(failed, { one: "# problem", other: "# problems" })}</Chip>
          )}
          <span className="font-ui text-sm font-normal tracking-normal text-text-2">
            <Trans>
              {passed} of {ph({ count: checks.length })} checks pass
            </Trans>
          </span>
        </span>
      }
      actions={
        <>
          <span className="text-sm text-text-2 max-sm:hidden">
            <Trans>
              Checked <RelativeTime at={factsAt} />
            </Trans>
          </span>
          {isFolded ? (
            <Button size="sm" onClick={() => setIsOpened(true)}>
              {t`Show`}
            </Button>
          ) : (
            <Button
              size="sm"
              icon={<Icon name="refresh" />}
              isBusy={isChecking}
              busyLabel={t`Checking...`}
              onClick={onCheck}
            >
              {t`Check again`}
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
        <VisuallyHidden>{t`${ph({ word: say(word) })}:`} </VisuallyHidden>
      </span>
      <div className={state === "ok" ? "flex min-w-0 flex-wrap gap-x-3" : "min-w-0"}>
        <h3 className="font-ui text-md font-medium tracking-normal wrap-anywhere">
          {sayShared(title)}
        </h3>
        <p className="wrap-anywhere text-text-2">{sayShared(words)}</p>
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
                <span className="min-w-0 wrap-anywhere">{sayShared(step)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
