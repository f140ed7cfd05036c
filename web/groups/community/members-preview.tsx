import { Trans, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { HELD_ABOVE_IN_ALL } from "#shared/requirements/limits.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { membersPreviewQuery } from "./queries.ts";

const SHOWN = 8;

type MembersPreviewProps = {
  groupId: string;
  /** The group is the community's already. */
  isSaved: boolean;
};

/** Who would be a guest, and which memberships would end. */
export function MembersPreview({ groupId, isSaved }: MembersPreviewProps) {
  const { data, isPending, refetch } = useQuery(membersPreviewQuery(groupId));
  if (isPending) return <Loading>{t`Counting members and guests...`}</Loading>;
  if (!data) return <LoadFailed title={t`The preview could not be loaded`} onRetry={refetch} />;
  const { users, members, endings } = data;
  const ending = endings.reduce((sum, { count }) => sum + count, 0);
  const rest = endings.length - SHOWN;
  return (
    <section
      aria-label={t`Preview`}
      className="grid content-start gap-4 rounded-card border border-line-faint p-4"
    >
      <h3 className="text-sm font-medium">{isSaved ? t`At present` : t`If you save this`}</h3>
      <dl className="grid grid-cols-3 gap-3">
        <Figure label={plural(members, { one: "member", other: "members" })} count={members} />
        <Figure
          label={plural({ guests: users - members }, { one: "guest", other: "guests" })}
          count={users - members}
        />
        <Figure label={t`memberships of guests`} count={ending} isWarning={ending > 0} />
      </dl>
      {ending === 0 ? (
        <p className="text-sm text-text-2">
          <Trans>No guest is a member of a group that is not open to guests.</Trans>
        </p>
      ) : (
        <>
          <p className="text-sm text-text-2">
            <Trans>
              These memberships enter grace, and end after it. More than a fifth of a group, or{" "}
              {HELD_ABOVE_IN_ALL} within an hour, are held until you release them. Open a group to
              guests in its settings to keep its members.
            </Trans>
          </p>
          <ul className="grid gap-1.5">
            {endings.slice(0, SHOWN).map((group) => (
              <li key={group.groupId} className="flex justify-between gap-3">
                <bdi className="min-w-0 wrap-anywhere">{group.groupName}</bdi>
                <span className="whitespace-nowrap text-text-2 tabular-nums">
                  {plural({ count: group.count }, { one: "# guest", other: "# guests" })}
                </span>
              </li>
            ))}
            {rest > 0 && (
              <li className="text-text-2">
                {plural(rest, { one: "and # other group", other: "and # other groups" })}
              </li>
            )}
          </ul>
        </>
      )}
      <ButtonLink
        size="sm"
        to={`${paths.adminGroup(groupId)}?tab=settings`}
        className="justify-self-start"
      >
        <Trans>Requirements of the group</Trans>
      </ButtonLink>
    </section>
  );
}

type FigureProps = { label: string; count: number; isWarning?: boolean };

function Figure({ label, count, isWarning = false }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs leading-tight text-text-2">{label}</dt>
      <dd
        className={`font-display text-2xl font-semibold tabular-nums ${isWarning ? "text-warn" : ""}`}
      >
        {formatInteger(count)}
      </dd>
    </div>
  );
}
