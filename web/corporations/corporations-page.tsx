import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { Corporation } from "#shared/corporations/corporations.ts";
import { verifyMutation, removeCorporationMutation } from "./queries.ts";
import { useVerify, VerifyFailureAlert } from "./verify.tsx";
import { Button } from "#web/ui/button.tsx";
import { SearchForm } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { CorporationList } from "./corporation-list.tsx";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { DeleteDialog } from "#web/ui/delete-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog.tsx";

const AddCorporationDialog = lazy(() => import("./add-corporation-dialog.tsx"));

export default function CorporationsPage() {
  const [params] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Corporation>();
  const { verify, failure, dismiss, verifying } = useVerify(verifyMutation);
  const search = params.get("search")?.trim() ?? "";
  const add = () => setIsAdding(true);
  return (
    <>
      <PageHeader
        title={t`Corporations`}
        subtitle={t`Data access and the health of directors`}
        actions={
          <Button variant="primary" icon={<Icon name="plus" />} onClick={add}>
            {t`Add Corporation`}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <SearchForm
          subject={t`Corporations`}
          search={search}
          label={t`Search`}
          placeholder={t`Name or ticker`}
          maxLength={255}
        />
        <VerifyFailureAlert failure={failure} onDismiss={dismiss} />
        <CorporationList
          search={search}
          verifying={verifying}
          onVerify={({ corporationId }) => verify(corporationId)}
          onRemove={setToRemove}
          addAction={
            <Button variant="primary" onClick={add}>
              {t`Add the first corporation`}
            </Button>
          }
        />
      </div>
      <Suspense>{isAdding && <AddCorporationDialog onClose={() => setIsAdding(false)} />}</Suspense>
      {toRemove && (
        <RemoveCorporationDialog corporation={toRemove} onClose={() => setToRemove(undefined)} />
      )}
    </>
  );
}

type RemoveCorporationDialogProps = { corporation: Corporation; onClose: () => void };

function RemoveCorporationDialog({ corporation, onClose }: RemoveCorporationDialogProps) {
  const { corporationId, name, ticker } = corporation;
  const dialog = useConfirmedChange(removeCorporationMutation, corporationId, {
    done: t`Corporation removed successfully!`,
    failed: t`Failed to remove corporation`,
    onClose,
  });
  return (
    <DeleteDialog
      {...dialog}
      title={t`Remove Corporation`}
      description={`${name} [${ticker}]`}
      what="corporation"
      name={ticker}
      busyLabel={t`Removing...`}
    >
      <ConsequencesOf act="corporation" id={String(corporationId)} onLeave={onClose} />
    </DeleteDialog>
  );
}
