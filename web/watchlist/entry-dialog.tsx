import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  addWatchEntrySchema,
  changeWatchEntrySchema,
  watchSubjectSchema,
} from "#shared/watchlist.ts";
import type {
  AddWatchEntry,
  WatchConsequence,
  WatchEntry,
  WatchSubject,
  WatchLevel,
} from "#shared/watchlist.ts";
import { plural, Plural, t, Trans, msg } from "#web/language/macros.ts";
import { check, useForm } from "#web/lib/form/use-form.ts";
import type { Checked, Problems } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/form/form.tsx";
import { say } from "#web/language/messages.ts";
import { characterSearchQuery } from "#web/eve/character-search.tsx";
import { searchNote, useSearch } from "#web/lib/form/use-search.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { FindingList, SubjectImage } from "#web/watched/finding-list.tsx";
import { enumerated } from "#web/lib/sentence.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import {
  addEntryMutation,
  changeEntryMutation,
  watchedSearchQuery,
  watchPreviewQuery,
} from "./queries.ts";
import { SUBJECTS } from "./subjects.ts";
import type { Previewed } from "./queries.ts";
import { DAY_MS } from "#shared/time.ts";
import {
  MAX_WATCH_DAYS,
  WATCH_DAYS,
  WATCH_LINK_MAX,
  WATCH_REASON_MAX,
} from "#shared/watch-limits.ts";
import { serverNow } from "#web/lib/clock.ts";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";

export { ImportDialog } from "./import-dialog.tsx";

const FIRST_MONTHS = "24";
const monthsOptions = () => [
  ...[3, 6, 12, 24, 60].map((months) => ({
    value: String(months),
    label: plural(months, {
      one: "If they left within # month",
      other: "If they left within # months",
    }),
  })),
  { value: "", label: t`However long ago they left` },
];

type Input = Terms & { subject: WatchSubject; chosen: ChosenSubject | null; months: string };

function validate(typed: Input): Checked<Input, AddWatchEntry> {
  const { subject, chosen } = typed;
  const { eveId, name } = chosen ?? { eveId: 0, name: "" };
  const checked = check(addWatchEntrySchema, {
    subject,
    eveId,
    name,
    months: monthsOf(typed),
    ...toRequest(typed),
  });
  if ("value" in checked) return checked;
  return {
    problems: {
      ...problemsOfTerms(checked.problems),
      ...(chosen === null && { chosen: t`Choose from the list` }),
    },
  };
}

/** Adds an entry, and shows whom it hits before. */
export default function EntryDialog({ onClose }: { onClose: () => void }) {
  const { input, problems, set, dialog } = useForm({
    initial: { subject: "pilot", chosen: null, months: FIRST_MONTHS, ...NEW_TERMS() },
    validate,
    mutation: addEntryMutation,
    failed: t`Failed to save the entry`,
    onDone: ({ name }) => {
      toast.success(t`${name} is on the watchlist`);
      onClose();
    },
  });
  const { subject, chosen } = input;
  return (
    <ConfirmDialog
      {...dialog}
      onClose={onClose}
      title={t`Add to the watchlist`}
      confirmLabel={t`Add`}
      busyLabel={t`Adding...`}
    >
      <SelectField
        label={t`What is watched`}
        options={watchSubjectSchema.options.map((value) => ({
          value,
          label: SUBJECTS[value].label,
        }))}
        value={subject}
        onChange={({ target }) =>
          set({ subject: watchSubjectSchema.parse(target.value), chosen: null })
        }
      />
      <SubjectField
        key={subject}
        subject={subject}
        chosen={chosen}
        error={problems.chosen}
        onChoose={(next) => set({ chosen: next })}
      />
      {subject === "corporation" && (
        <SelectField
          label={t`Former members count`}
          options={monthsOptions()}
          value={input.months}
          onChange={({ target }) => set({ months: target.value })}
        />
      )}
      <TermsFields terms={input} problems={problems} onChange={set} />
      {chosen && (
        <Preview
          of={{ subject, eveId: chosen.eveId, months: monthsOf(input), level: input.level }}
        />
      )}
    </ConfirmDialog>
  );
}

function monthsOf({ subject, months }: Input): number | null {
  return subject === "corporation" && months !== "" ? Number(months) : null;
}

type ChangeDialogProps = { entry: WatchEntry; onClose: () => void };

/** Changes the terms of an entry. Another day confirms it. */
export function ChangeDialog({ entry, onClose }: ChangeDialogProps) {
  const { id, name } = entry;
  const [initial] = useState<Terms>({
    level: entry.level,
    reason: entry.reason,
    link: entry.link ?? "",
    until: entry.until.slice(0, 10),
  });
  const { input, problems, set, dialog } = useForm({
    initial,
    validate: (typed: Terms) => {
      const { level, reason, link, days } = toRequest(typed);
      // Only what was edited: what another keeper has changed since the dialog was opened stays.
      const request = {
        ...(typed.level !== initial.level && { level }),
        ...(typed.reason !== initial.reason && { reason }),
        ...(typed.link !== initial.link && { link }),
        ...(typed.until !== initial.until && { days }),
      };
      const checked = check(changeWatchEntrySchema, request);
      return "value" in checked
        ? { value: { id, ...checked.value } }
        : { problems: problemsOfTerms({ days: undefined, ...checked.problems }) };
    },
    mutation: changeEntryMutation,
    failed: t`Failed to save the entry`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      onClose={onClose}
      title={t`Change the entry of ${name}`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
    >
      <TermsFields terms={input} problems={problems} onChange={set} />
      {input.level !== initial.level && <Preview of={{ ...entry, level: input.level }} />}
    </ConfirmDialog>
  );
}

type ChosenSubject = { eveId: number; name: string };

type SubjectFieldProps = {
  subject: WatchSubject;
  chosen: ChosenSubject | null;
  error: string | undefined;
  onChoose: (chosen: ChosenSubject | null) => void;
};

/** One pilot, corporation or alliance, by search: pilots of Muster by a part of their name, all others by the whole name in EVE. */
function SubjectField({ subject, chosen, error, onChoose }: SubjectFieldProps) {
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const isPilot = subject === "pilot";
  const inEve = useQuery({ ...watchedSearchQuery(subject, q), enabled: search.isSettled });
  const here = useQuery({ ...characterSearchQuery(q), enabled: search.isSettled && isPilot });
  const pilots = (isPilot && here.data) || [];
  const found = new Map([
    ...pilots.map(({ characterId, characterName }) => [characterId, characterName] as const),
    ...(inEve.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const hits = search.isSettled ? [...found].map(([key, text]) => ({ key, text })) : [];
  const { label, placeholder, none } = SUBJECTS[subject];
  const withImage = ({ key, text }: { key: number; text: string }) => ({
    key,
    text,
    icon: <SubjectImage subject={subject} eveId={key} size={24} />,
  });
  return (
    <SearchList
      label={say(label)}
      placeholder={say(placeholder)}
      chosenLabel={t`Chosen for the watchlist`}
      chosen={chosen ? [withImage({ key: chosen.eveId, text: chosen.name })] : []}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(withImage),
        note: searchNote({
          ...search,
          isFetching: inEve.isFetching || here.isFetching,
          isError: inEve.isError,
          count: hits.length,
          none: say(none),
        }),
      }}
      error={error}
      onAdd={({ key, text }) => onChoose({ eveId: key, name: text })}
      onRemove={() => onChoose(null)}
    />
  );
}

/** Whom the entry would hit now, by name, and what would follow, before it is saved. */
function Preview({ of }: { of: Previewed }) {
  const { data, isPending, refetch } = useQuery(watchPreviewQuery(of));
  if (isPending) return <RowsSkeleton label={t`Loading the preview`} rows={2} />;
  if (!data) return <LoadFailed title={t`The preview failed`} onRetry={refetch} />;
  const { hits, count, unread, follows } = data;
  const more = count - hits.length;
  const title =
    count === 0
      ? t`Hits no character now`
      : plural({ count }, { one: "Hits # character now", other: "Hits # characters now" });
  return (
    <section className="grid gap-3 border-t border-line-faint pt-4">
      <h3 className="text-lg">{title}</h3>
      {hits.length > 0 && <FindingList label={title} findings={hits} />}
      {more > 0 && (
        <p className="text-sm text-text-2">
          <Plural value={more} one="and # other" other="and # others" />
        </p>
      )}
      {follows.map((consequence) => (
        <Consequence
          key={
            consequence.group?.groupId ?? consequence.users.map(({ userId }) => userId).join(" ")
          }
          {...consequence}
        />
      ))}
      {unread > 0 && (
        <p className="text-sm text-text-2">
          <Plural
            value={unread}
            one="# corporation history was never read, so it cannot hit until Muster reads it."
            other="# corporation histories were never read, so they cannot hit until Muster reads them."
          />
        </p>
      )}
    </section>
  );
}

function Consequence({ group, users, count, graceDays, isHeld }: WatchConsequence) {
  const name =
    group?.name ?? t({ context: "instead of its name", message: "a group that you do not see" });
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="font-medium wrap-anywhere text-danger">
        <Trans>
          <Plural value={{ count }} one="# pilot would lose" other="# pilots would lose" />{" "}
          <bdi>{name}</bdi>
        </Trans>
      </p>
      <p className="wrap-anywhere text-text-2">
        {enumerated(users.map(({ mainName }) => mainName))}
      </p>
      {graceDays > 0 && (
        <p className="text-text-2">
          {t`After ${plural({ days: graceDays }, { one: "# day", other: "# days" })} of grace`}
        </p>
      )}
      {isHeld && (
        <p className="text-text-2">{t`They are so many that an administrator decides first`}</p>
      )}
    </div>
  );
}

type Terms = { level: WatchLevel; reason: string; link: string; until: string };

const LEVELS: readonly RadioCard<WatchLevel>[] = [
  { value: "watch", label: msg`Watch`, hint: msg`Keepers are told of hits.` },
  {
    value: "refuse",
    label: msg`Refuse`,
    hint: msg`Keepers are told, and requirements that ask for the watchlist are not met.`,
  },
];

const NEW_TERMS = (): Terms => ({
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
function TermsFields({ terms, problems, onChange }: TermsFieldsProps) {
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
function toRequest({ level, reason, link, until }: Terms) {
  const days = (Date.parse(until) - Date.parse(dayIn(0))) / DAY_MS;
  return { level, reason, link: link.trim() === "" ? null : link.trim(), days };
}

function problemsOfTerms(
  problems: Problems<Omit<Terms, "until"> & { days: unknown }>,
): Problems<Terms> {
  const { reason, link, days } = problems;
  return { reason, link, until: days && t`Choose a day within a year` };
}

/** "2026-12-03": the day in EVE time after so many days. */
function dayIn(days: number): string {
  return new Date(serverNow() + days * DAY_MS).toISOString().slice(0, 10);
}
