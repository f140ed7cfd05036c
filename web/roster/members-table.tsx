import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { useMemo } from "react";
import { OFFLINE_DAYS } from "#shared/corporations/roster.ts";
import type { RosterMember, RosterOrder } from "#shared/corporations/roster.ts";
import { DAY_MS } from "#shared/time.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";
import { RosterMemberName, risksOf, stateText } from "./member-name.tsx";

type MembersTableProps = {
  members: readonly RosterMember[];
  sort: RosterOrder | undefined;
  onSort: (sort: RosterOrder) => void;
};

export function MembersTable({ members, sort = "state", onSort }: MembersTableProps) {
  const { user } = useSession();
  const isAdmin = user?.is_admin ?? false;
  const columns = useMemo(() => columnsOf(isAdmin), [isAdmin]);
  return (
    <Table
      isCompact
      isWide
      hasRowLinks
      caption={t`Members`}
      columns={columns}
      rows={members}
      rowKey={({ characterId }) => characterId}
      sorting={{
        key: sort.replace("-", ""),
        isDescending: sort.startsWith("-"),
        onSort: (key, isDescending) => onSort(orderOf(key, isDescending)),
      }}
    />
  );
}

function orderOf(key: string, isDescending: boolean): RosterOrder {
  switch (key) {
    case "name":
      return isDescending ? "-name" : "name";
    case "online":
      return isDescending ? "-online" : "online";
    case "joined":
      return isDescending ? "-joined" : "joined";
    default:
      return "state";
  }
}

function columnsOf(isAdmin: boolean): Column<RosterMember>[] {
  return [
    {
      header: msg`Character`,
      isRowHeader: true,
      sortKey: "name",
      cell: (member) => <Name member={member} isAdmin={isAdmin} />,
    },
    {
      header: msg`State`,
      sortKey: "state",
      isSortedOneWay: true,
      cell: (member) => <State member={member} />,
    },
    {
      header: msg`High-risk roles`,
      cell: (member) => {
        const risks = risksOf(member);
        return risks.length === 0 ? (
          <span className="text-text-2 cards:hidden">–</span>
        ) : (
          <span className="flex items-start gap-1.5">
            <Icon name="alert" size={12} />
            <span className="max-w-48">{enumerated(risks)}</span>
          </span>
        );
      },
    },
    {
      header: msg`Titles`,
      cell: ({ titles }) =>
        titles.length === 0 ? (
          <span className="text-text-2 cards:hidden">–</span>
        ) : (
          <bdi className="block max-w-40 truncate" title={enumerated(titles)}>
            {enumerated(titles)}
          </bdi>
        ),
    },
    {
      header: msg`Last in game`,
      align: "end",
      sortKey: "online",
      isLargestFirst: true,
      cell: ({ lastOnlineAt }) => <Online at={lastOnlineAt} />,
    },
    {
      header: msg({ context: "a corporation", message: "Joined" }),
      align: "end",
      sortKey: "joined",
      isLargestFirst: true,
      cell: ({ joinedAt }) =>
        joinedAt === null ? (
          <span className="text-text-2 cards:hidden">–</span>
        ) : (
          <span className="whitespace-nowrap">
            <Trans>
              <span className="hidden text-text-2 cards:inline">Joined </span>
              <DateOnly at={joinedAt} />
            </Trans>
          </span>
        ),
    },
    {
      header: msg`Groups`,
      align: "end",
      cell: ({ registration }) =>
        registration === null ? (
          <span className="text-text-2 cards:hidden">–</span>
        ) : (
          <span className="whitespace-nowrap">
            <Trans>
              {ph({ number: registration.groupCount })}
              <span className="hidden cards:inline">
                {" "}
                <Plural
                  value={{ groupCount: registration.groupCount }}
                  one="group"
                  other="groups"
                />
              </span>
            </Trans>
          </span>
        ),
    },
    {
      header: "Discord",
      cell: ({ registration }) => {
        if (registration === null) return <span className="text-text-2 cards:hidden">–</span>;
        const { discordName } = registration;
        return discordName === null ? (
          <span className="whitespace-nowrap text-warn">{t`No Discord`}</span>
        ) : (
          <bdi className="block max-w-36 truncate cards:hidden">{discordName}</bdi>
        );
      },
    },
  ];
}

function Name({ member, isAdmin }: { member: RosterMember; isAdmin: boolean }) {
  const { characterId, registration } = member;
  const to =
    isAdmin && registration?.userId != null
      ? paths.adminPilot(registration.userId)
      : paths.character(characterId);
  return <RosterMemberName member={member} to={to} />;
}

function State({ member }: { member: RosterMember }) {
  if (member.left !== null) {
    return (
      <span className="whitespace-nowrap">
        <Departure {...member.left} />
      </span>
    );
  }
  const text = stateText(member);
  if (member.registration === null) return <Chip tone="warn">{text}</Chip>;
  const { token } = member.registration;
  const isLost = token === "revoked" || token === "none";
  return (
    <span className={cx("flex items-center gap-2 whitespace-nowrap", isLost && "text-danger")}>
      <span
        aria-hidden="true"
        className={cx("grid size-2.5 place-items-center text-void", isLost ? "bg-danger" : "bg-ok")}
      >
        {isLost && <Icon name="close" size={10} />}
      </span>
      {text}
    </span>
  );
}

function Departure({ how, at }: NonNullable<RosterMember["left"]>) {
  switch (how) {
    case "left":
      return (
        <Trans>
          Left <RelativeTime at={at} />
        </Trans>
      );
    case "kicked":
      return (
        <Trans>
          Kicked <RelativeTime at={at} />
        </Trans>
      );
    case "unknown":
      return (
        <Trans>
          Left or kicked <RelativeTime at={at} />
        </Trans>
      );
  }
}

function Online({ at }: { at: string | null }) {
  if (at === null) return <span className="text-text-2 cards:hidden">–</span>;
  const isLongAgo = serverNow() - Date.parse(at) > OFFLINE_DAYS * DAY_MS;
  return (
    <span className={cx("whitespace-nowrap", isLongAgo && "text-warn")}>
      <Trans>
        <span className="hidden text-text-2 cards:inline">Seen </span>
        <RelativeTime at={at} />
      </Trans>
    </span>
  );
}
