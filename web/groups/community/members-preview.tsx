import { useQuery } from "@tanstack/react-query";
import { HELD_ABOVE_IN_ALL } from "#shared/requirements/limits.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
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
  if (isPending) return <Loading>Counting members and guests...</Loading>;
  if (!data) return <LoadFailed title="The preview could not be loaded" onRetry={refetch} />;
  const { users, members, endings } = data;
  const ending = endings.reduce((sum, { count }) => sum + count, 0);
  const rest = endings.length - SHOWN;
  return (
    <section
      aria-label="Preview"
      className="grid content-start gap-4 rounded-card border border-line-faint p-4"
    >
      <h3 className="text-sm font-medium">{isSaved ? "At present" : "If you save this"}</h3>
      <dl className="grid grid-cols-3 gap-3">
        <Figure label={members === 1 ? "member" : "members"} count={members} />
        <Figure label={users - members === 1 ? "guest" : "guests"} count={users - members} />
        <Figure label="memberships of guests" count={ending} isWarning={ending > 0} />
      </dl>
      {ending === 0 ? (
        <p className="text-sm text-text-2">
          No guest is a member of a group that is not open to guests.
        </p>
      ) : (
        <>
          <p className="text-sm text-text-2">
            These memberships enter grace, and end after it. More than a fifth of a group, or{" "}
            {HELD_ABOVE_IN_ALL} within an hour, are held until you release them. Open a group to
            guests in its settings to keep its members.
          </p>
          <ul className="grid gap-1.5">
            {endings.slice(0, SHOWN).map((group) => (
              <li key={group.groupId} className="flex justify-between gap-3">
                <bdi className="min-w-0 wrap-anywhere">{group.groupName}</bdi>
                <span className="whitespace-nowrap text-text-2 tabular-nums">
                  {formatCount(group.count, "guest")}
                </span>
              </li>
            ))}
            {rest > 0 && <li className="text-text-2">and {formatCount(rest, "other group")}</li>}
          </ul>
        </>
      )}
      <ButtonLink
        size="sm"
        to={`${paths.adminGroup(groupId)}?tab=settings`}
        className="justify-self-start"
      >
        Requirements of the group
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
