import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { overviewQuery } from "#web/lib/api/queries.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import { relativeTime, useNow } from "#web/lib/time.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EveMoment, LocalTime } from "#web/ui/time.tsx";
import { AnswerButtons, Counts, KindIcon } from "./answer.tsx";

/** The next two operations on the dashboard, with one tap to answer. */
export default function NextOperations() {
  const now = useNow("minute");
  const operations = useQuery(overviewQuery).data?.operations ?? [];
  if (operations.length === 0) return null;
  return (
    <Card
      isFlush
      title={t`Next operations`}
      actions={
        <ButtonLink variant="ghost" size="sm" to={paths.operations}>
          {t`All operations`}
        </ButtonLink>
      }
    >
      <ul>
        {operations.map((operation) => {
          const { id, title, place, startsAt, groups } = operation;
          const runs = Date.parse(startsAt) <= now;
          return (
            <li key={id} className="op-row op-row-next">
              <KindIcon kind={operation.kind} />
              <div className="grid min-w-0 gap-0.5">
                <Link
                  to={paths.operation(id)}
                  className="min-w-0 font-medium wrap-anywhere hover:underline"
                >
                  <bdi>{title}</bdi>
                </Link>
                <p className="flex flex-wrap gap-x-3 text-sm text-text-2">
                  <b className="font-medium text-text-1">
                    {runs ? t`Runs now` : relativeTime(startsAt, now)}
                  </b>
                  <EveMoment at={startsAt} />
                  <LocalTime at={startsAt} />
                </p>
                <p className="flex flex-wrap gap-x-3 text-sm text-text-2">
                  {place !== "" && <bdi className="wrap-anywhere">{place}</bdi>}
                  <bdi className="wrap-anywhere">{enumerated(groups.map(({ name }) => name))}</bdi>
                </p>
              </div>
              <Counts operation={operation} />
              <AnswerButtons operation={operation} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
