import { Trans, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { lazy, Suspense, useState } from "react";
import type { WithheldAdministrator } from "#shared/health.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

const ConfirmOwnerDialog = lazy(() => import("./confirm-owner-dialog.tsx"));

/** Administrators whose character changed hands. Nothing is shown if there are none. */
export function WithheldCard({ withheld }: { withheld: readonly WithheldAdministrator[] }) {
  const [confirmed, setConfirmed] = useState<WithheldAdministrator>();
  if (withheld.length === 0) return null;
  return (
    <Card
      isFlush
      className="border-danger-dim"
      title={
        <span className="flex items-center gap-3">
          {t`Administrator rights withheld`} <Chip tone="danger">{withheld.length}</Chip>
        </span>
      }
    >
      <ul className="divide-y divide-line-faint">
        {withheld.map((administrator) => (
          <li
            key={administrator.characterId}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-40 flex-1">
              <PilotName characterId={administrator.characterId} name={administrator.characterName}>
                <span>
                  {administrator.since ? (
                    <Trans>
                      Changed hands in EVE, noticed <RelativeTime at={administrator.since} />.
                    </Trans>
                  ) : (
                    t`Changed hands in EVE.`
                  )}
                  {sentenceGap()}
                  <Holder {...administrator} />
                </span>
              </PilotName>
            </div>
            {administrator.heldBy !== null && (
              <Button size="sm" onClick={() => setConfirmed(administrator)}>
                <Trans>
                  Confirm owner
                  <VisuallyHidden>
                    {" "}
                    of {ph({ characterName: administrator.characterName })}
                  </VisuallyHidden>
                </Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {confirmed && (
          <ConfirmOwnerDialog administrator={confirmed} onClose={() => setConfirmed(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}

function Holder({ characterName, heldBy }: WithheldAdministrator) {
  if (heldBy === null) return t`It is not linked to any account now.`;
  if (heldBy === characterName) return t`Its current owner has signed in with it.`;
  return (
    <Trans>
      The main of its current owner is <bdi>{heldBy}</bdi>.
    </Trans>
  );
}
