import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import type { FoundUser } from "#shared/session.ts";
import { usersQuery } from "#web/eve/suspension/queries.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SearchForm } from "#web/ui/form/search-form.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { PeopleTable } from "./people-table.tsx";
import { readSearch } from "./read-search.ts";

const SuspendDialog = lazy(() => import("#web/eve/suspension/suspend-dialog.tsx"));
const LiftDialog = lazy(() => import("#web/eve/suspension/lift-dialog.tsx"));

export default function PeoplePage() {
  const [params] = useSearchParams();
  const search = readSearch(params);
  return (
    <>
      <PageHeader
        title="People"
        subtitle="Find a user by any of their characters, suspend them or lift a suspension"
      />
      <div className="grid grid-cols-1 gap-4">
        <SearchForm
          subject="People"
          search={search}
          label="Character"
          hint="Start of a name, including alts"
          minLength={SEARCH_MIN_LENGTH}
          maxLength={100}
        />
        <People search={search} />
      </div>
    </>
  );
}

type Change = { action: "suspend" | "lift"; user: FoundUser };

function People({ search }: { search: string }) {
  const { data, isPending, refetch } = useQuery(usersQuery(search));
  const [change, setChange] = useState<Change>();
  const onClose = () => setChange(undefined);
  const target = change && {
    userId: change.user.userId,
    name: change.user.mainCharacterName ?? UNKNOWN_USER,
  };
  return (
    <Card
      isFlush
      title={search === "" ? "Suspended users" : "Search results"}
      actions={
        <output className="text-sm text-text-3">{data && formatCount(data.length, "user")}</output>
      }
    >
      {isPending ? (
        <RowsSkeleton label="Loading users" />
      ) : !data ? (
        <LoadFailed title="The users could not be loaded" onRetry={refetch} />
      ) : data.length > 0 ? (
        <PeopleTable
          // Another search starts with its own order.
          key={search}
          users={data}
          search={search}
          onSuspend={(user) => setChange({ action: "suspend", user })}
          onLift={(user) => setChange({ action: "lift", user })}
        />
      ) : search === "" ? (
        <EmptyState variant="completed" title="No suspended users">
          Search for a character to suspend its user.
        </EmptyState>
      ) : (
        <EmptyState variant="not-found" title="No user found">
          No linked character has a name that begins with “{search}”.
        </EmptyState>
      )}
      <Suspense>
        {target && change?.action === "suspend" && (
          <SuspendDialog {...target} current={change.user.suspension} onClose={onClose} />
        )}
        {target && change?.action === "lift" && <LiftDialog {...target} onClose={onClose} />}
      </Suspense>
    </Card>
  );
}
