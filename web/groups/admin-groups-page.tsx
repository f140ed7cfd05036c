import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import { GroupList } from "#web/groups/group-list.tsx";
import { groupFilters } from "#web/memberships/queries.ts";
import { useFilters } from "#web/lib/filters.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";

const CreateGroupDialog = lazy(async () => ({
  default: (await import("#web/groups/group/group-dialogs.tsx")).CreateGroupDialog,
}));

export default function AdminGroupsPage() {
  const { filters } = useFilters(groupFilters);
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  return (
    <>
      <PageHeader
        title={t`Groups Overview`}
        subtitle={t`All groups, including hidden and system groups`}
        actions={
          <Button variant="primary" icon={<Icon name="plus" />} onClick={create}>
            {t`Create Group`}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <GroupList
          hasVisibility
          title={t`All groups`}
          pathOf={paths.adminGroup}
          createAction={
            <Button variant="primary" onClick={create}>
              {t`Create the first group`}
            </Button>
          }
        />
      </div>
      <Suspense>
        {isCreating && (
          <CreateGroupDialog
            categoryId={filters.categoryId ?? ""}
            onClose={() => setIsCreating(false)}
          />
        )}
      </Suspense>
    </>
  );
}
