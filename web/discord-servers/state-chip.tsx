import type { ServerSummary } from "#shared/discord/servers.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Whether Muster changes anything on the server. */
export function StateChip({ state }: Pick<ServerSummary, "state">) {
  if (state === "on") {
    return (
      <Chip tone="signal" icon="activity">
        On
      </Chip>
    );
  }
  return <Chip icon="pause">{state === "new" ? "Not set up" : "Off, nothing is changed"}</Chip>;
}
