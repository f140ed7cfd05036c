import { Trans, ph, t } from "#web/language/macros.ts";
import type { NotedSeal } from "#shared/answer.ts";
import { Button } from "#web/ui/button.tsx";
import { EveMoment } from "#web/ui/time.tsx";

/** Under what the log says of a day: how a reader of the print finds out whether the log was changed since. */
export function EvidenceNote({ seal }: { seal: NotedSeal }) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-72 gap-1 text-text-2">
        {seal === null ? (
          <p>{t`Muster’s log is not sealed yet: the first seal is made within an hour.`}</p>
        ) : (
          <>
            <p>
              <Trans>
                Read from Muster’s log. Newest seal, of <EveMoment at={seal.sealedAt} />:{" "}
                <code className="wrap-anywhere text-text-1">
                  {ph({ fingerprint: seal.fingerprint })}
                </code>
              </Trans>
            </p>
            <p>
              <Trans>
                To verify it, the person who deploys Muster runs{" "}
                <code className="wrap-anywhere text-text-1">
                  npm run audit:verify -- --remote --head {ph({ fingerprint: seal.fingerprint })}
                </code>
                . It names every event up to this seal that was changed, deleted or inserted. Events
                of the last hour may not be sealed yet.
              </Trans>
            </p>
          </>
        )}
      </div>
      <Button size="sm" onClick={() => print()}>
        {t`Print`}
      </Button>
    </div>
  );
}
