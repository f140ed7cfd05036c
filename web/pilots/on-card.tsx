import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { DAY_MS } from "#shared/time.ts";
import { ph, t, Trans } from "#web/language/macros.ts";
import { serverNow } from "#web/lib/clock.ts";
import { addressNow } from "#web/lib/filters.ts";
import { formatDate, isoDay } from "#web/lib/time.ts";
import { pastQuery } from "./queries.ts";
import { CONTROL_CLASSES } from "#web/ui/form/form.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { IconButton } from "#web/ui/button.tsx";
import "./past.css";

type Props = { userId: string; on: string | undefined };

/** Chooses the day that the page shows: any day, or the day of the change before or after. */
export default function OnCard({ userId, on }: Props) {
  const today = isoDay(serverNow());
  const shown = on ?? today;
  const { data: past, isError, refetch } = useQuery(pastQuery(userId, shown));
  const setDay = useDay();
  const fieldId = useId();
  const days = past?.days ?? [];
  const earlier = days.findLast((day) => day < shown);
  const later = days.find((day) => day > shown);
  const choose = (day: string) => setDay(day === "" || day >= today ? undefined : day);
  return (
    <fieldset
      aria-label={t`Show this pilot on a date`}
      className="card flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-faint bg-surface-1 px-4 py-2.5 print:hidden"
    >
      <label htmlFor={fieldId} className="font-medium">
        <Trans context="before a day">On</Trans>
      </label>
      <span className="flex items-center gap-1">
        <IconButton
          icon="back"
          label={
            earlier === undefined
              ? t`Earlier change`
              : t`Earlier change, ${ph({ earlier: formatDate(earlier) })}`
          }
          isDisabled={earlier === undefined}
          onClick={() => earlier !== undefined && choose(earlier)}
        />
        <input
          id={fieldId}
          type="date"
          className={`${CONTROL_CLASSES} h-9 max-md:h-11`}
          min={past && isoDay(Date.parse(past.createdAt))}
          max={today}
          value={shown}
          onChange={({ target }) => choose(target.value)}
        />
        <IconButton
          icon="back"
          className="*:rotate-180"
          label={
            later === undefined
              ? t`Later change`
              : t`Later change, ${ph({ later: formatDate(later) })}`
          }
          isDisabled={on === undefined}
          onClick={() => choose(later ?? "")}
        />
      </span>
      {isError && on === undefined ? (
        <LoadFailed title={t`The days with changes could not be loaded`} onRetry={refetch} />
      ) : (
        <Strip days={days} on={shown} today={today} />
      )}
    </fieldset>
  );
}

/** One tick for each day with a change. The buttons beside it say the same in words. */
function Strip({ days, on, today }: { days: readonly string[]; on: string; today: string }) {
  const [first] = days;
  if (first === undefined) return <span className="h-10 flex-1 basis-60" />;
  return (
    <span aria-hidden="true" className="grid flex-1 basis-60 gap-0.5 text-xs text-text-2">
      <svg
        viewBox="0 0 1000 24"
        preserveAspectRatio="none"
        className="change-strip h-6 w-full"
        stroke="currentColor"
      >
        <path d="M0 23.5H1000" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        <path
          d={days.map((day) => `M${at(day, first, today)} 12V24`).join("")}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <path
          data-chosen
          d={`M${at(on, first, today)} 1V24`}
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="flex justify-between">
        <span>{formatDate(first)}</span>
        <span>{t`now`}</span>
      </span>
    </span>
  );
}

/** Where a day lies between the first change and today, on an axis of 1000. */
function at(day: string, first: string, today: string): number {
  const span = Date.parse(today) - Date.parse(first);
  const part = span < DAY_MS ? 1 : (Date.parse(day) - Date.parse(first)) / span;
  return Math.round(Math.min(1, Math.max(0, part)) * 992) + 4;
}

/** Chooses the day that the page shows, or now. The filters of the list beside it stay. */
export function useDay() {
  const [, setParams] = useSearchParams();
  return (day: string | undefined) => {
    const params = addressNow();
    if (day === undefined) params.delete("on");
    else params.set("on", day);
    setParams(params, { preventScrollReset: true });
  };
}
