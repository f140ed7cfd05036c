import { msg, t } from "#web/language/macros.ts";
import { DAY_MS } from "#shared/time.ts";
import {
  MAX_WATCH_DAYS,
  WATCH_DAYS,
  WATCH_LINK_MAX,
  WATCH_REASON_MAX,
} from "#shared/watch-limits.ts";
import type { WatchLevel } from "#shared/watchlist.ts";
import type { Problems } from "#web/lib/form/use-form.ts";
import { serverNow } from "#web/lib/clock.ts";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";
import { TextareaField, TextField } from "#web/ui/form/form.tsx";

export type Terms = { level: WatchLevel; reason: string; link: string; until: string };

const LEVELS: readonly RadioCard<WatchLevel>[] = [
  { value: "watch", label: msg`Watch`, hint: msg`Keepers are told of hits.` },
  {
    value: "refuse",
    label: msg`Refuse`,
    hint: msg`Keepers are told, and requirements that ask for the watchlist are not met.`,
  },
];

export const NEW_TERMS = (): Terms => ({
  level: "watch",
  reason: "",
  link: "",
  until: dayIn(WATCH_DAYS),
});

type TermsFieldsProps = {
  terms: Terms;
  problems: Problems<Terms>;
  onChange: (changed: Partial<Terms>) => void;
};

/** Why the entry is there, and until when. */
export function TermsFields({ terms, problems, onChange }: TermsFieldsProps) {
  return (
    <>
      <RadioCards
        legend={t`Effect`}
        options={LEVELS}
        value={terms.level}
        onChange={(level) => onChange({ level })}
      />
      <TextareaField
        label={t`Reason`}
        hint={t`Only keepers read it.`}
        rows={2}
        maxLength={WATCH_REASON_MAX}
        value={terms.reason}
        error={problems.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <TextField
        type="url"
        label={t`Link, optional`}
        placeholder="https://"
        autoComplete="off"
        maxLength={WATCH_LINK_MAX}
        value={terms.link}
        error={problems.link}
        onChange={({ target }) => onChange({ link: target.value })}
      />
      <TextField
        type="date"
        label={t`Review by`}
        hint={t`It ends then, unless a keeper confirms it.`}
        min={dayIn(1)}
        max={dayIn(MAX_WATCH_DAYS)}
        value={terms.until}
        error={problems.until}
        onChange={({ target }) => onChange({ until: target.value })}
      />
    </>
  );
}

/** The terms as the server takes them: the end in days from now, NaN for none. */
export function toRequest({ level, reason, link, until }: Terms) {
  const days = (Date.parse(until) - Date.parse(dayIn(0))) / DAY_MS;
  return { level, reason, link: link.trim() === "" ? null : link.trim(), days };
}

export function problemsOfTerms(
  problems: Problems<Omit<Terms, "until"> & { days: unknown }>,
): Problems<Terms> {
  const { reason, link, days } = problems;
  return { reason, link, until: days && t`Choose a day within a year` };
}

/** "2026-12-03": the day in EVE time after so many days. */
function dayIn(days: number): string {
  return new Date(serverNow() + days * DAY_MS).toISOString().slice(0, 10);
}
