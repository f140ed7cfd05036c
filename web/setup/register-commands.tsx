import { Trans, plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { CommandsRegistered } from "#shared/discord/feeds.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { registerCommandsMutation } from "./queries.ts";

/** Tells Discord where this Muster is, and registers the commands on every server of the bot. */
export function RegisterCommands() {
  const [done, setDone] = useState<CommandsRegistered>();
  const { act, isPending, failure } = useAction(
    registerCommandsMutation,
    t`Failed to register the commands`,
  );
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button
        isBusy={isPending}
        busyLabel={t`Registering...`}
        onClick={() => void act(undefined, { onSuccess: setDone })}
      >
        <Trans>Register commands</Trans>
      </Button>
      <output className="text-sm text-text-2">
        {done !== undefined &&
          t`Registered on ${plural({ count: done.servers.length }, { one: "# server", other: "# servers" })}.`}
      </output>
      {done?.problems.map((problem) => (
        <Alert key={problem} tone="warn">
          {problem}
        </Alert>
      ))}
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
    </div>
  );
}
