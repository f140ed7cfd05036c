import { t } from "#web/language/macros.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { SearchForm } from "#web/ui/form/search-form.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { PilotList } from "./pilot-list.tsx";
import { usePilotFilters } from "./use-pilot-filters.ts";

export default function PilotsPage() {
  const { filters, setFilters } = usePilotFilters();
  return (
    <>
      <PageHeader
        title={t`Pilots`}
        subtitle={t`Who each pilot is, what they have and why. Search by any of their characters.`}
      />
      <div className="grid grid-cols-1 gap-4">
        <SearchForm
          subject={t`Pilots`}
          search={filters.search ?? ""}
          label={t`Character`}
          hint={t`Part of a main’s name, or the start of an alt’s`}
          minLength={SEARCH_MIN_LENGTH}
          maxLength={100}
        />
        <PilotList filters={filters} setFilters={setFilters} />
      </div>
    </>
  );
}
