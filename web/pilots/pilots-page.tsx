import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";
import { useFilters } from "#web/lib/filters.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { SearchForm } from "#web/ui/form/filters.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { PilotList } from "./pilot-list.tsx";
import { pilotFilters } from "./queries.ts";

export default function PilotsPage() {
  const { filters, setFilters } = useFilters(pilotFilters);
  return (
    <>
      <PageHeader
        title={t`Pilots`}
        subtitle={t`Who each pilot is, what they have and why. Search by any of their characters.`}
        actions={<ButtonLink to={paths.adminLookup}>{t`Paste a list`}</ButtonLink>}
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
