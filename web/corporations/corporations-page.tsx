import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { Corporation } from "#shared/corporations/corporations.ts";
import { verifyMutation } from "./queries.ts";
import { useVerify } from "./use-verify.ts";
import { VerifyFailureAlert } from "./verify-failure-alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { SearchForm } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { CorporationList } from "./corporation-list.tsx";

const AddCorporationDialog = lazy(() => import("./add-corporation-dialog.tsx"));
const RemoveCorporationDialog = lazy(() => import("./remove-corporation-dialog.tsx"));

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
      <Suspense>
        {isAdding && <AddCorporationDialog onClose={() => setIsAdding(false)} />}
        {toRemove && (
          <RemoveCorporationDialog corporation={toRemove} onClose={() => setToRemove(undefined)} />
        )}
      </Suspense>
    </>
  );
}
