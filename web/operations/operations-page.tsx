import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { perLanguage, say } from "#web/language/messages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import type { OperationEntry, OperationKind } from "#shared/operations/operations.ts";
import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { enumerated, listed, textOf } from "#web/lib/sentence.ts";
import { choiceOf, day as dayText, filtersInAddress, flag, useFilters } from "#web/lib/filters.ts";
import { OPERATION_KIND_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { relativeTime, useNow } from "#web/lib/time.ts";
import { KEYS, useLetters, useRowKeys } from "#web/lib/keys.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { SegmentLinks } from "#web/ui/tab-links.tsx";
import { ANSWER_KEYS, AnswerButtons, Cancelled, Counts, KindIcon, useAnswer } from "./answer.tsx";
import { CalendarDialog } from "./calendar-dialog.tsx";
import { EveHour, EveMoment, LocalTime } from "#web/ui/time.tsx";
import { operationsQuery, weekQuery } from "./queries.ts";
import { Week, weekOf, weekPath } from "./week.tsx";

type Filters = { kind?: OperationKind; past?: "true"; week?: string };
const filters = filtersInAddress<Filters>({
  kind: choiceOf(OPERATION_KINDS),
  past: flag(),
  week: dayText,
});

/** What the reader's groups do together: by days of EVE, with one tap to answer. */
export default function OperationsPage() {
  const { filters: chosen, setFilters } = useFilters(filters);
  const isPast = chosen.past !== undefined;
  const week = chosen.week === undefined ? undefined : weekOf(Date.parse(chosen.week));
  const list = useInfiniteQuery({ ...operationsQuery(isPast), enabled: week === undefined });
  const span = useQuery({ ...weekQuery(week ?? ""), enabled: week !== undefined });
  const shown = week === undefined ? list : span;
  const all = week === undefined ? itemsOf(list.data) : (span.data?.items ?? []);
  const items = all.filter(({ kind }) => chosen.kind === undefined || kind === chosen.kind);
  const planning = (week === undefined ? list.data?.pages[0] : span.data)?.planning ?? [];
  const next =
    isPast || week !== undefined
      ? undefined
      : items.find(({ cancelledAt }) => cancelledAt === null);
  const later = items.filter((operation) => operation !== next);
  const plan = planning.length > 0 && (
    <ButtonLink to={paths.planOperation} variant="primary" icon={<Icon name="plus" />}>
      {t`New operation`}
    </ButtonLink>
  );
  const thisWeek = weekPath(weekOf(serverNow()));
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const navigate = useNavigate();
  useLetters({
    ...(planning.length > 0 && { [KEYS.plan]: () => void navigate(paths.planOperation) }),
    [KEYS.list]: () => void navigate(paths.operations),
    [KEYS.week]: () => void navigate(thisWeek),
  });
  const listRef = useRef<HTMLDivElement>(null);
  const { answer: give } = useAnswer();
  useRowKeys(listRef, ANSWER_KEYS, (answer, id) => {
    const operation = items.find((item) => item.id === id);
    const isOpen = operation?.cancelledAt === null && Date.parse(operation.endsAt) > serverNow();
    if (isOpen) void give(operation, answer);
    return isOpen;
  });
  return (
    <>
      <PageHeader
        title={t`Operations`}
        subtitle={
          isPast ? t`Kept for a year. Large times are EVE time.` : t`Large times are EVE time.`
        }
        actions={
          <>
            <div className="op-views">
              <SegmentLinks
                label={t`Operations`}
                segments={[
                  {
                    label: t`List`,
                    to: paths.operations,
                    isCurrent: !isPast && week === undefined,
                  },
                  { label: t`Week`, to: thisWeek, isCurrent: week !== undefined },
                  { label: t`Past`, to: `${paths.operations}?past=true`, isCurrent: isPast },
                ]}
              />
              <Button icon={<Icon name="calendar" />} onClick={() => setIsCalendarOpen(true)}>
                {t`Calendar feed`}
              </Button>
            </div>
            {planning.length > 0 && (
              <ButtonLink to={paths.participation}>{t`Participation`}</ButtonLink>
            )}
            {plan}
          </>
        }
      />
      <div ref={listRef} className="contents">
        {/* A new element when the list has come, so that nothing moves: on a phone a planner's buttons come above it at the same time. */}
        <div key={String(shown.isPending)} className="grid grid-cols-1 gap-4">
          {all.length > 0 && (
            <FilterChips
              legend={t`Kinds`}
              choices={[
                { value: undefined, label: t`All`, count: all.length },
                ...OPERATION_KINDS.map((kind) => ({
                  value: kind,
                  label: say(OPERATION_KIND_LABELS[kind]),
                  count: all.filter((operation) => operation.kind === kind).length,
                })).filter(({ count }) => count > 0),
              ]}
              chosen={chosen.kind}
              onChoose={(kind) => {
                const { kind: _before, ...rest } = chosen;
                setFilters(kind === undefined ? rest : { ...rest, kind });
              }}
            />
          )}
          {next && <Next operation={next} />}
          {shown.isPending ? (
            <Card isFlush title={t`Operations`}>
              <RowsSkeleton label={t`Loading operations`} rows={5} />
            </Card>
          ) : !shown.data ? (
            <LoadFailed title={t`Operations could not be read`} onRetry={shown.refetch} />
          ) : week !== undefined ? (
            <Week monday={week} operations={items} />
          ) : items.length === 0 && !list.hasNextPage ? (
            <Card>
              <EmptyState
                variant={isPast ? "completed" : "call-to-action"}
                title={isPast ? t`Nothing is over` : t`Nothing is planned for your groups`}
                action={plan || undefined}
              >
                {planning.length > 0 ? (
                  <Trans>
                    Fleets, timers, moons and meetings of your groups appear here. You may plan for{" "}
                    {ph({
                      groups: textOf(
                        listed(
                          planning.map(({ name }) => name),
                          "and",
                        ),
                      ),
                    })}
                    : one line is enough.
                  </Trans>
                ) : (
                  t`Fleets, timers, moons and meetings of your groups appear here.`
                )}
              </EmptyState>
            </Card>
          ) : (
            later.length > 0 && (
              <Card isFlush title={isPast ? t`Past` : t`Later`}>
                {[...Map.groupBy(later, ({ startsAt }) => startsAt.slice(0, 10))].map(
                  ([day, operations]) => (
                    <Day key={day} day={day} operations={operations} isPast={isPast} />
                  ),
                )}
                <LoadMore list={list} shown={all.length} />
              </Card>
            )
          )}
        </div>
      </div>
      {isCalendarOpen && <CalendarDialog onClose={() => setIsCalendarOpen(false)} />}
    </>
  );
}

function Next({ operation }: { operation: OperationEntry }) {
  const now = useNow("minute");
  const { id, kind, title, startsAt } = operation;
  const runs = Date.parse(startsAt) <= now;
  return (
    <section aria-label={t`Next operation`} data-row={id} className="op-next">
      <p className="grid gap-0.5">
        <b className="font-display text-2xl">{runs ? t`Runs now` : relativeTime(startsAt, now)}</b>
        <span className="text-sm text-text-2">
          <EveMoment at={startsAt} />
        </span>
        <LocalTime at={startsAt} />
      </p>
      <div className="grid min-w-0 gap-1">
        <h2 className="flex min-w-0 items-center gap-2 text-xl">
          <KindIcon kind={kind} />
          <Link to={paths.operation(id)} className="min-w-0 wrap-anywhere hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <Facts operation={operation} />
      </div>
      <div className="grid gap-1.5">
        <Counts operation={operation} />
        <AnswerButtons operation={operation} />
      </div>
    </section>
  );
}

const date = perLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }),
);

type DayProps = { day: string; operations: readonly OperationEntry[]; isPast: boolean };

function Day({ day, operations, isPast }: DayProps) {
  const now = useNow("minute");
  const days = Math.round((Date.parse(day) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);
  return (
    <section>
      <h3 className="border-b border-line-faint bg-surface-2 px-4 py-2 text-sm font-medium">
        {date().format(Date.parse(day))}
        {days >= 0 && days < 2 && (
          <span className="ml-2 font-normal text-text-2">
            {days === 0 ? t`today` : t`tomorrow`}
          </span>
        )}
      </h3>
      <ul>
        {operations.map((operation) => (
          <li
            key={operation.id}
            data-row={operation.id}
            className="op-row"
            data-cancelled={operation.cancelledAt !== null}
          >
            <p className="op-when">
              <EveHour at={operation.startsAt} className="op-time font-display text-lg" />
              <LocalTime at={operation.startsAt} />
            </p>
            <KindIcon kind={operation.kind} />
            <div className="grid min-w-0 gap-0.5">
              <Link
                to={paths.operation(operation.id)}
                className="op-title min-w-0 font-medium wrap-anywhere hover:underline"
              >
                <bdi>{operation.title}</bdi>
              </Link>
              <Facts operation={operation} />
            </div>
            {operation.cancelledAt === null ? (
              <>
                <Counts operation={operation} />
                {isPast ? <Took operation={operation} /> : <AnswerButtons operation={operation} />}
              </>
            ) : (
              <Cancelled operation={operation} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the reader has of an operation that is over. */
function Took({ operation: { took } }: { operation: OperationEntry }) {
  if (took === null) return null;
  return (
    <p className="op-took text-sm">
      {took.minutes === null ? (
        t`You took part`
      ) : (
        <Trans>
          You took part for{" "}
          <Plural value={{ minutes: took.minutes }} one="# minute" other="# minutes" />
        </Trans>
      )}
    </p>
  );
}

function Facts({ operation }: { operation: OperationEntry }) {
  const { place, commander, groups } = operation;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-text-2">
      <span className="wrap-anywhere">{place === "" ? t`told in fleet` : <bdi>{place}</bdi>}</span>
      <span className="wrap-anywhere">
        {commander === null ? (
          t`no commander yet`
        ) : (
          <bdi>{commander.name ?? say(UNKNOWN_USER)}</bdi>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1 wrap-anywhere">
        <Icon name="group" size={12} />
        <bdi>{enumerated(groups.map(({ name }) => name))}</bdi>
      </span>
      {operation.isWeekly && <span>{t`weekly`}</span>}
    </p>
  );
}
