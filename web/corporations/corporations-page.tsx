import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Corporation } from "#shared/corporations.ts";
import { useVerify } from "#web/corporations/corporation/use-verify.ts";
import { VerifyFailureAlert } from "#web/corporations/corporation/verify-failure-alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { CorporationList } from "./corporation-list.tsx";

const AddCorporationDialog = lazy(() => import("./add-corporation-dialog.tsx"));
const RemoveCorporationDialog = lazy(() => import("./remove-corporation-dialog.tsx"));

export default function CorporationsPage() {
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Corporation>();
  const { verify, failure, verifyingId } = useVerify();
  const search = params.get("search")?.trim() ?? "";
  const add = () => setIsAdding(true);
  return (
    <>
      <PageHeader
        title="Corporations"
        subtitle="Data access and the health of directors"
        actions={
          <Button variant="primary" icon={<Icon name="plus" />} onClick={add}>
            Add Corporation
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <CorporationSearch
          search={search}
          onSearch={(next) =>
            setParams(next === "" ? {} : { search: next }, { preventScrollReset: true })
          }
        />
        <VerifyFailureAlert failure={failure} />
        <CorporationList
          search={search}
          verifying={verifyingId}
          onVerify={verify}
          onRemove={setToRemove}
          addAction={
            <Button variant="primary" onClick={add}>
              Add the first corporation
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

type CorporationSearchProps = { search: string; onSearch: (search: string) => void };

function CorporationSearch({ search, onSearch }: CorporationSearchProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  // The back button and Clear Search change the URL without changing the field.
  useEffect(() => {
    if (fieldRef.current) fieldRef.current.value = search;
  }, [search]);
  return (
    <search aria-label="Corporations">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(fieldRef.current?.value.trim() ?? "");
        }}
      >
        <TextField
          ref={fieldRef}
          type="search"
          label="Search"
          placeholder="Name or ticker"
          defaultValue={search}
          maxLength={255}
          className="min-w-40 flex-1 md:max-w-96"
        />
        <Button type="submit" icon={<Icon name="search" />}>
          Search
        </Button>
        {search !== "" && (
          <Button variant="ghost" icon={<Icon name="close" />} onClick={() => onSearch("")}>
            Clear Search
          </Button>
        )}
      </form>
    </search>
  );
}
