import { t } from "#web/language/macros.ts";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { KillmailTable } from "#web/eve/killmails.tsx";
import { Card } from "#web/ui/card.tsx";
import { Counted } from "./counted.tsx";

/** What the pilot's characters have lost, as managed corporations have listed it. */
export default function LossesCard({ losses }: Pick<PilotDetail, "losses">) {
  return (
    <Card isFlush title={<Counted title={t`Last losses`} count={losses.length} />}>
      <KillmailTable caption={t`Last losses`} killmails={losses} />
    </Card>
  );
}
