import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CheckState, HealthCheck, HealthFailure } from "#shared/health.ts";
import type { Message } from "#shared/language/messages.ts";
import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { ChipTone } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { healthDetailsQuery, registerCommandsMutation } from "./queries.ts";

export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <ul className="divide-y divide-line-faint md:grid md:grid-cols-[minmax(8rem,auto)_1fr]">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ul>
  );
}

/** The passed checks, with the values that EVE and Discord ask for. */
export function PassedChecks({ checks }: { checks: readonly HealthCheck[] }) {
  const { data, isFetching, refetch } = useQuery(healthDetailsQuery);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line-faint px-4 py-2.5 text-sm text-text-2">
        <Button
          size="sm"
          icon={<Icon name="refresh" />}
          isBusy={isFetching}
          busyLabel={t`Checking...`}
          onClick={() => void refetch()}
        >
          {t`Check again`}
        </Button>
        {data && (
          <span>
            <Trans>
              Checked <RelativeTime at={data.checkedAt} />
            </Trans>
          </span>
        )}
      </div>
      <CheckList checks={checks} />
    </>
  );
}

function CheckRow({ check }: { check: HealthCheck }) {
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
            <span className="font-medium text-text-1">{t`What to do:`} </span>
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

type Tone = "danger" | "warn" | "neutral" | "ok";

/** How many checks there are of each result. It is OK only if every check was made and is. */
export function summaryOf(checks: readonly Pick<HealthCheck, "state">[]): {
  text: string;
  tone: Tone;
} {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failed, warnings, unknown] = [count("failed"), count("warning"), count("unknown")];
  const parts = [
    failed > 0 && t`${failed} failed`,
    warnings > 0 && plural(warnings, { one: "# warning", other: "# warnings" }),
    unknown > 0 && t`${unknown} unknown`,
    t`${ph({ count: count("ok") })} OK`,
  ].filter((part) => part !== false);
  const tone = failed > 0 ? "danger" : warnings > 0 ? "warn" : unknown > 0 ? "neutral" : "ok";
  return { text: enumerated(parts), tone };
}

/** Tells Discord where this Muster is, and registers the commands on every server of the bot. */
function RegisterCommands() {
  const [problems, setProblems] = useState<string[]>([]);
  const { act, isPending, failure } = useAction(
    registerCommandsMutation,
    t`Failed to register the commands`,
  );
  /** A toast, as the check is OK now and stands in another place, with a new button. */
  const register = () =>
    act(undefined, {
      onSuccess: (done) => {
        setProblems(done.problems);
        toast.success(
          t`Registered on ${plural({ count: done.servers.length }, { one: "# server", other: "# servers" })}.`,
        );
      },
    });
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button isBusy={isPending} busyLabel={t`Registering...`} onClick={() => void register()}>
        {t`Register commands`}
      </Button>
      {problems.map((problem) => (
        <Alert key={problem} tone="warn">
          {problem}
        </Alert>
      ))}
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
    </div>
  );
}

/** Recent failures, with the id to look up in the Worker's log. */
export function FailureList({ failures }: { failures: readonly HealthFailure[] }) {
  return (
    <ul className="divide-y divide-line-faint">
      {failures.map(({ id, what, words, at }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-40 flex-1">
            <p className="font-semibold wrap-anywhere first-letter:uppercase">{what}</p>
            <p className="wrap-anywhere text-text-2">{words}</p>
          </div>
          <div className="flex items-center gap-3 text-sm text-text-2">
            <RelativeTime at={at} />
            <CopyButton text={id} what={t`the id of this ${what}`} />
          </div>
        </li>
      ))}
    </ul>
  );
}
