import { t } from "#web/language/macros.ts";
import type { ServerSummary } from "#shared/discord/servers.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Whether Muster changes anything on the server. */
export function ServerStateChip({ state }: Pick<ServerSummary, "state">) {
  if (state === "on") {
    return (
      <Chip tone="signal" icon="activity">
        {t`On`}
      </Chip>
    );
  }
  return <Chip icon="pause">{state === "new" ? t`Not set up` : t`Off, nothing is changed`}</Chip>;
}
