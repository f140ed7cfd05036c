import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Category } from "#shared/groups/categories.ts";
import { ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { GROUP_CREATION_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { categoriesQuery } from "#web/memberships/queries.ts";
import { useSortedRows } from "#web/ui/use-sorted-rows.ts";
import type { Opened } from "./category-dialogs.tsx";
import { CategoryChip } from "#web/groups/group/group-chips.tsx";

const CategoryDialog = lazy(() => import("./category-dialogs.tsx"));

export default function CategoriesPage() {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <PageHeader
        title={t`Category Management`}
        subtitle={t`Kinds of groups, who sees them and who can create groups in them`}
        actions={
          <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setOpened("create")}>
            {t`Create Category`}
          </Button>
        }
      />
      <Categories onOpen={setOpened} />
      <Suspense>
        {opened && <CategoryDialog opened={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}

function Categories({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const { data, isPending, refetch } = useQuery(categoriesQuery);
  return (
    <Card
      isFlush
      title={t`Categories`}
      actions={
        <output className="text-sm text-text-2">
          {data && plural({ count: data.length }, { one: "# category", other: "# categories" })}
        </output>
      }
    >
      {isPending ? (
        <RowsSkeleton label={t`Loading categories`} shape="two-lines" />
      ) : !data ? (
        <LoadFailed title={t`The categories could not be loaded`} onRetry={refetch} />
      ) : data.length === 0 ? (
        <EmptyState
          variant="call-to-action"
          title={t`No categories yet`}
          action={
            <Button variant="primary" onClick={() => onOpen("create")}>
              {t`Create the first category`}
            </Button>
          }
        >
          {t`Every group belongs to a category, so no group can be created without one.`}
        </EmptyState>
      ) : (
        <CategoryTable categories={data} onOpen={onOpen} />
      )}
    </Card>
  );
}

const SORT_VALUES = {
  name: ({ name }: Category) => name,
  visibility: ({ visibility }: Category) => visibility,
  creation: ({ allowGroupCreation }: Category) => allowGroupCreation,
};

type CategoryTableProps = { categories: Category[]; onOpen: (opened: Opened) => void };

function CategoryTable({ categories, onOpen }: CategoryTableProps) {
  const sorted = useSortedRows(categories, SORT_VALUES, "name");
  return (
    <Table
      {...sorted}
      isCompact
      caption={t`Categories`}
      columns={columnsOf(onOpen)}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf(onOpen: (opened: Opened) => void): Column<Category>[] {
  return [
    {
      header: t`Name`,
      isRowHeader: true,
      sortKey: "name",
      cell: (category) => <Name category={category} />,
    },
    {
      header: t`Description`,
      cell: ({ description }) =>
        description === null ? (
          <span className="text-text-2">{t`No description`}</span>
        ) : (
          <bdi className="line-clamp-2 text-start wrap-anywhere text-text-2">{description}</bdi>
        ),
    },
    {
      header: t`Visibility`,
      sortKey: "visibility",
      cell: ({ visibility }) => <CategoryChip visibility={visibility} />,
    },
    {
      header: t`Group Creation`,
      sortKey: "creation",
      cell: ({ allowGroupCreation }) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span className="text-text-2 md:hidden">{t`Group creation:`}</span>
          {allowGroupCreation === "admin_only" && <Icon name="lock" size={14} />}
          {say(GROUP_CREATION_LABELS[allowGroupCreation])}
        </span>
      ),
    },
    {
      header: t`Actions`,
      align: "end",
      isHeaderHidden: true,
      cell: (category) => (
        <div className="flex gap-1 max-md:-ml-3 md:justify-end">
          <IconButton
            icon="edit"
            label={t`Edit ${ph({ categoryName: category.name })}`}
            onClick={() => onOpen({ edited: category })}
          />
          <IconButton
            icon="trash"
            label={t`Delete ${ph({ categoryName: category.name })}`}
            onClick={() => onOpen({ deleted: category })}
          />
        </div>
      ),
    },
  ];
}

function Name({ category: { id, name, groupCount } }: { category: Category }) {
  const count = groupCount ?? 0;
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5 py-1 md:min-w-32">
      <bdi className="line-clamp-2 font-semibold wrap-anywhere">{name}</bdi>
      {count === 0 ? (
        <span className="text-sm text-text-2">{t`No groups`}</span>
      ) : (
        <Link
          to={`${paths.adminGroups}?category=${encodeURIComponent(id)}`}
          className="inline-flex min-h-6 items-center text-sm text-text-2 hover:underline max-md:min-h-9"
        >
          {plural(count, { one: "# group", other: "# groups" })}
        </Link>
      )}
    </span>
  );
}
