import { Trans, t } from "#web/language/macros.ts";
import { GroupSearch } from "#web/group-search/group-search.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

type GroupFieldProps = {
  /** The selected group. Its name is known only if it occurs in the loaded entries. */
  chosen: { name: string | undefined } | undefined;
  onChoose: (groupId: string | undefined) => void;
};

/** Selects a group by id, because names are not unique. */
export function GroupField({ chosen, onChoose }: GroupFieldProps) {
  return (
    <div className="min-w-0 max-lg:col-span-2">
      {chosen ? (
        <>
          <p className="mb-1.5 text-sm font-medium">
            <Trans>Group</Trans>
          </p>
          <p className="flex min-h-9 items-center gap-2 rounded-control border border-line-control pl-3">
            <bdi className="min-w-0 flex-1 truncate">{chosen.name ?? t`The chosen group`}</bdi>
            <IconButton
              icon="close"
              label={t`All groups`}
              size="sm"
              onClick={() => onChoose(undefined)}
            />
          </p>
        </>
      ) : (
        <GroupSearch onChoose={onChoose} />
      )}
    </div>
  );
}
