import { Trans, plural, t, ph } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type {
  CorporationDetail,
  Director,
  VerifyAllResult,
  Corporation,
} from "#shared/corporations/corporations.ts";
import { useVerify, VerifyFailureAlert } from "./verify.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { DirectorTable } from "./director-table.tsx";
import {
  assignDirectorMutation,
  directorsQuery,
  verifyAllMutation,
  verifyDirectorMutation,
  removeDirectorMutation,
} from "./queries.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

const AddDirectorDialog = lazy(() => import("./add-director-dialog.tsx"));

export function DirectorsPanel({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId } = corporation;
  const { data: directors, error, isPending, refetch } = useQuery(directorsQuery(corporationId));
  const [isAdding, setIsAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Director>();
  const verifyAll = useAction(verifyAllMutation, t`Failed to verify access`);
  const assign = useAction(assignDirectorMutation, t`Failed to assign the director`);
  const verifyOne = useVerify(verifyDirectorMutation);
  const failed = verifyAll.failure ?? assign.failure;
  const failure = failed === undefined ? verifyOne.failure : { title: failed };
  const add = () => setIsAdding(true);
  return (
    <>
      <header
        id="corporation-directors"
        className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line-faint px-4 py-2"
      >
        <h2 id="directors" className="text-lg">
          {t`Directors`}
        </h2>
        <div className="ml-auto flex flex-wrap gap-2">
          {directors && directors.length > 0 && (
            <Button
              size="sm"
              icon={<Icon name="refresh" />}
              isBusy={verifyAll.isPending}
              busyLabel={t`Verifying...`}
              onClick={() =>
                void verifyAll.act(corporationId, {
                  onSuccess: (result) => toast.success(outcomeOf(result)),
                })
              }
            >
              {t`Verify all`}
            </Button>
          )}
          <Button size="sm" icon={<Icon name="plus" />} onClick={add}>
            {t`Add director`}
          </Button>
        </div>
      </header>
      {failure && (
        <div className="px-4 pt-3">
          <VerifyFailureAlert failure={failure} onDismiss={verifyOne.dismiss} />
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading directors`} />
      ) : !directors ? (
        <LoadFailed title={messageOf(error, t`Failed to load directors`)} onRetry={refetch} />
      ) : directors.length === 0 ? (
        <EmptyState
          variant="call-to-action"
          title={t`No directors yet`}
          action={
            <Button variant="primary" onClick={add}>
              {t`Add the first director`}
            </Button>
          }
        >
          <Trans>
            A director is a character linked to Muster whose player has granted director access.
            Without one, only public data can be fetched.
          </Trans>
        </EmptyState>
      ) : (
        <DirectorTable
          corporationId={corporationId}
          directors={directors}
          verifying={verifyOne.verifying?.directorId}
          onVerify={({ directorId }) => verifyOne.verify({ id: corporationId, directorId })}
          onAssign={({ characterId, characterName }) =>
            void assign.act(
              { id: corporationId, characterId },
              { onSuccess: () => toast.success(t`${characterName} is now the assigned director`) },
            )
          }
          onRemove={setToRemove}
        />
      )}
      <p className="border-t border-line-faint px-4 py-3 text-sm text-text-2">
        <Trans>
          Healthy directors take turns. Of two that were last used at the same time, the one with
          the lower priority goes first. A director is used once a check has succeeded. One that
          fails three times in a row or loses its authorization is skipped until the next success.
        </Trans>
      </p>
      <Suspense>
        {isAdding && (
          <AddDirectorDialog corporationId={corporationId} onClose={() => setIsAdding(false)} />
        )}
      </Suspense>
      {toRemove && (
        <RemoveDirectorDialog
          corporation={corporation}
          director={toRemove}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  );
}

function outcomeOf({ directors, pending }: VerifyAllResult): string {
  const healthy = directors.filter(({ health }) => health === "healthy").length;
  return pending === 0
    ? t`${healthy} of ${plural({ count: directors.length }, { one: "# director", other: "# directors" })} healthy`
    : t`${healthy} of ${plural({ count: directors.length }, { one: "# director", other: "# directors" })} healthy, ${pending} still being checked`;
}

type RemoveDirectorDialogProps = {
  corporation: Corporation;
  director: Director;
  onClose: () => void;
};

function RemoveDirectorDialog(props: RemoveDirectorDialogProps) {
  const { corporation, director, onClose } = props;
  const { directorId, characterName } = director;
  const dialog = useConfirmedChange(
    removeDirectorMutation,
    { id: corporation.corporationId, directorId },
    {
      done: t`${characterName} removed as a director`,
      failed: t`Failed to remove director`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove director`}
      description={
        <Trans>
          <bdi>{characterName}</bdi>, for <bdi>{ph({ corporationName: corporation.name })}</bdi>
        </Trans>
      }
      confirmLabel={t`Remove director`}
      busyLabel={t`Removing...`}
    >
      <ConsequencesOf act="director" id={directorId} onLeave={onClose} />
    </ConfirmDialog>
  );
}
