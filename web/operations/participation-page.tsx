import { Trans, plural, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import { PARTICIPATION_DAYS } from "#shared/operations/participation.ts";
import type { ParticipationOf, ParticipationQuery } from "#shared/operations/participation.ts";
import { DAY_MS } from "#shared/time.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { serverNow } from "#web/lib/clock.ts";
import { choiceOf, filtersInAddress, anyText, useFilters } from "#web/lib/filters.ts";
import { OPERATION_KIND_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SelectField } from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Table } from "#web/ui/table.tsx";
import { participationQuery, SHOWN_DAYS } from "./queries.ts";
import "./operations.css";

const ANY = "";
/** Members who have not come for as long are listed. */
const ABSENT_DAYS = 60;
type Filters = {
  days?: ParticipationQuery["days"];
  groupId?: string;
  kind?: ParticipationQuery["kind"] & string;
};
const filters = filtersInAddress<Filters>({
  days: choiceOf(PARTICIPATION_DAYS),
  groupId: anyText(),
  kind: choiceOf(OPERATION_KINDS),
});
type Member = ParticipationOf["people"][number];

/** Who comes to the operations of the groups that the reader plans for: by pilot, by corporation, and who has long been absent. */
export default function ParticipationPage() {
  const { filters: chosen, setFilters } = useFilters(filters);
  const { days = SHOWN_DAYS, kind } = chosen;
  const query: ParticipationQuery = {
    days,
    ...(chosen.groupId !== undefined && { groupId: chosen.groupId }),
    ...(kind && { kind }),
  };
  const { data, error, refetch } = useQuery(participationQuery(query));
  return (
    <>
      <PageHeader title={t`Participation`} />
      {data === undefined ? (
        error === null ? (
          <Card isFlush title={t`By pilot`}>
            <RowsSkeleton label={t`Loading participation`} rows={6} />
          </Card>
        ) : (
          <LoadFailed title={t`Participation could not be read`} onRetry={refetch} />
        )
      ) : data.groups.length === 0 ? (
        <Card>
          <EmptyState
            variant="not-found"
            title={t`You plan for no group`}
            action={<ButtonLink to={paths.operations}>{t`All operations`}</ButtonLink>}
          >
            {t`Who plans for a group sees here who comes to its operations.`}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-3">
            <SelectField
              label={t`Time`}
              value={days}
              options={PARTICIPATION_DAYS.map((value) => ({
                value,
                label: plural({ days: Number(value) }, { one: "# day", other: "# days" }),
              }))}
              onChange={({ target }) => {
                const found = PARTICIPATION_DAYS.find((value) => value === target.value);
                setFilters({ ...chosen, ...(found && { days: found }) });
              }}
            />
            <SelectField
              label={t`Group`}
              value={chosen.groupId ?? ANY}
              options={[
                { value: ANY, label: t`All groups I plan for` },
                ...data.groups.map(({ groupId, name }) => ({ value: groupId, label: name })),
              ]}
              onChange={({ target: { value } }) => {
                const { groupId: _before, ...rest } = chosen;
                setFilters(value === ANY ? rest : { ...rest, groupId: value });
              }}
            />
            <SelectField
              label={t`Kind`}
              value={kind ?? ANY}
              options={[
                { value: ANY, label: t`Any kind` },
                ...OPERATION_KINDS.map((value) => ({
                  value,
                  label: say(OPERATION_KIND_LABELS[value]),
                })),
              ]}
              onChange={({ target }) => {
                const { kind: _before, ...rest } = chosen;
                const found = OPERATION_KINDS.find((value) => value === target.value);
                setFilters({ ...rest, ...(found && { kind: found }) });
              }}
            />
          </div>
          <Sums data={data} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
            {data.operations === 0 ? <NoneYet /> : <ByPilot people={data.people} />}
            <div className="grid grid-cols-1 gap-4">
              {data.operations > 0 && <ByCorporation people={data.people} />}
              <Absent people={data.people} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

function Sums({ data: { operations, unread, people } }: { data: ParticipationOf }) {
  const came = people.filter(({ count }) => count > 0).length;
  const facts = [
    [t`Operations`, String(operations), null],
    [t`Took part at least once`, t`${ph({ came })} of ${ph({ count: people.length })}`, null],
    [
      t`Not read to the end`,
      String(unread),
      unread > 0 ? t`counts for no one, and against no one` : null,
    ],
  ] as const;
  return (
    <Card>
      <dl className="grid gap-4 sm:grid-cols-3">
        {facts.map(([label, value, note]) => (
          <div key={label}>
            <dt className="text-sm text-text-2">{label}</dt>
            <dd>
              <b className="font-display text-xl">{value}</b>
              {note && <span className="block text-sm text-text-2">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function NoneYet() {
  return (
    <Card title={t`By pilot`}>
      <EmptyState variant="completed" title={t`Nothing is over`}>
        {t`Operations of this time count here once they are over.`}
      </EmptyState>
    </Card>
  );
}

function ByPilot({ people }: { people: readonly Member[] }) {
  const most = Math.max(1, ...people.map(({ count }) => count));
  return (
    <Card isFlush title={t`By pilot`}>
      <Table
        caption={t`How often each member took part, alts counted together`}
        rows={people}
        rowKey={({ userId }) => userId}
        columns={[
          {
            header: t`Pilot`,
            isRowHeader: true,
            cell: ({ characterId, name, corporationName }) => (
              <span className="grid">
                <PilotName characterId={characterId} name={name} size={24} />
                {corporationName !== null && (
                  <small className="text-text-2">
                    <bdi>{corporationName}</bdi>
                  </small>
                )}
              </span>
            ),
          },
          {
            header: t`Operations`,
            align: "end",
            cell: ({ count }) => (
              <span className="flex items-center justify-end gap-2 tabular-nums">
                <span aria-hidden="true" className="op-bar w-24">
                  <i className="op-bar-coming" style={{ flexGrow: count }} />
                  <i style={{ flexGrow: most - count }} />
                </span>
                {count}
              </span>
            ),
          },
          {
            header: t`Time`,
            align: "end",
            cell: ({ minutes }) => (minutes === 0 ? "–" : timeText(minutes)),
          },
          {
            header: t`Last`,
            align: "end",
            cell: ({ lastAt }) => (lastAt === null ? t`none` : formatDate(lastAt)),
          },
        ]}
      />
    </Card>
  );
}

function timeText(minutes: number): string {
  return minutes < 60
    ? plural(minutes, { one: "# minute", other: "# minutes" })
    : plural({ hours: Math.round(minutes / 60) }, { one: "# hour", other: "# hours" });
}

function ByCorporation({ people }: { people: readonly Member[] }) {
  const groups = [...Map.groupBy(people, ({ corporationName }) => corporationName ?? "")];
  groups.sort(([, left], [, right]) => right.length - left.length);
  return (
    <Card title={t`By corporation`}>
      <ul className="grid gap-3">
        {groups.map(([name, members]) => {
          const came = members.filter(({ count }) => count > 0).length;
          return (
            <li key={name} className="grid gap-1">
              <span className="flex justify-between gap-3">
                <bdi className="min-w-0 wrap-anywhere">
                  {name === "" ? t`Corporation not known` : name}
                </bdi>
                <span className="text-text-2 tabular-nums">
                  {t`${ph({ came })} of ${ph({ count: members.length })}`}
                </span>
              </span>
              <span aria-hidden="true" className="op-bar">
                <i className="op-bar-coming" style={{ flexGrow: came }} />
                <i className="op-bar-maybe" style={{ flexGrow: members.length - came }} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Members of more than 60 days. Nothing follows from it. */
function Absent({ people }: { people: readonly Member[] }) {
  // Without any record, every member would be listed.
  if (people.every(({ lastAt }) => lastAt === null)) return null;
  const since = serverNow() - ABSENT_DAYS * DAY_MS;
  const absent = people.filter(
    ({ joinedAt, lastAt }) =>
      Date.parse(joinedAt) < since && (lastAt === null || Date.parse(lastAt) < since),
  );
  const names = absent.map(({ name }) => name ?? say(UNKNOWN_USER));
  return (
    <Card
      title={t`Has not come for 60 days`}
      actions={absent.length > 0 && <CopyButton text={names.join("\n")} what={t`the names`} />}
    >
      {absent.length === 0 ? (
        <p className="text-text-2">{t`Every member of more than 60 days has come.`}</p>
      ) : (
        <ul className="grid gap-2">
          {absent.map(({ userId, characterId, name, lastAt }) => (
            <li key={userId} className="flex justify-between gap-3">
              <PilotName characterId={characterId} name={name} size={24} />
              <span className="text-sm text-text-2">
                {lastAt === null ? t`none` : formatDate(lastAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm text-text-2">
        <Trans>
          Only members of more than 60 days. It is a list, and nothing happens to them by itself.
        </Trans>
      </p>
    </Card>
  );
}
