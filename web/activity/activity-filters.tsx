import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { Button } from "#web/ui/button.tsx";
import { CONTROL_CLASSES, Field, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isActivityKind, KIND_GROUPS } from "./activity-kinds.ts";
import type { ActivityFilters as Filters } from "./use-activity-filters.ts";

type ActivityFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  groupField: ReactNode;
  onChange: (filters: Filters) => void;
  onClear: () => void;
};

/** Kind and dates apply at once, names with the button or Enter. */
export function ActivityFilters(props: ActivityFiltersProps) {
  const { filters, isFiltered, groupField, onChange, onClear } = props;
  const [actor, setActor] = useDraft(filters.actor ?? "");
  const [subject, setSubject] = useDraft(filters.subject ?? "");
  const set = (changed: { [Key in keyof Filters]: Filters[Key] | "" }) => {
    const next = Object.entries({
      ...filters,
      actor: actor.trim(),
      subject: subject.trim(),
      ...changed,
    });
    onChange(Object.fromEntries(next.filter(([, value]) => value !== "")));
  };
  return (
    <search aria-label={t`Activity`}>
      <Form
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 min-[78rem]:grid-cols-[repeat(6,minmax(0,1fr))_auto]"
        onSubmit={() => set({})}
      >
        <NameField label={t`Done by`} value={actor} onChange={setActor} />
        <NameField label={t`Done to`} value={subject} onChange={setSubject} />
        {groupField}
        <KindField value={filters.kind ?? ""} onChange={(kind) => set({ kind })} />
        <TextField
          type="date"
          label={t`From`}
          value={filters.from ?? ""}
          max={filters.to}
          onChange={(event) => set({ from: event.target.value })}
        />
        <TextField
          type="date"
          label={t`To`}
          value={filters.to ?? ""}
          min={filters.from}
          onChange={(event) => set({ to: event.target.value })}
        />
        <div className="flex flex-wrap gap-2 max-[78rem]:col-span-full">
          <Button type="submit" icon={<Icon name="search" />}>
            <Trans context="button">Search</Trans>
          </Button>
          {isFiltered && (
            <Button variant="ghost" icon={<Icon name="close" />} onClick={onClear}>
              <Trans>Clear Filters</Trans>
            </Button>
          )}
        </div>
      </Form>
    </search>
  );
}

/** The typed text, until the URL changes: by the back button or Clear Filters. */
function useDraft(value: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState({ of: value, text: value });
  return [draft.of === value ? draft.text : value, (text) => setDraft({ of: value, text })];
}

type NameFieldProps = { label: string; value: string; onChange: (name: string) => void };

function NameField({ label, value, onChange }: NameFieldProps) {
  const { suggestions, note } = useCharacterSuggestions(value.trim());
  return (
    <SuggestField
      label={label}
      placeholder={t`Pilot name`}
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      note={note}
    />
  );
}

type KindFieldProps = { value: string; onChange: (kind: Filters["kind"] | "") => void };

function KindField({ value, onChange }: KindFieldProps) {
  return (
    <Field label={t`Event`} className="max-md:col-span-2">
      {(control) => (
        <select
          {...control}
          value={value}
          className={`${CONTROL_CLASSES} h-9 max-md:h-11`}
          onChange={({ target }) => onChange(isActivityKind(target.value) ? target.value : "")}
        >
          <option value="">
            <Trans>All events</Trans>
          </option>
          {KIND_GROUPS.map(({ key, label, kinds }) => (
            <optgroup key={key} label={say(label)}>
              {kinds.map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {say(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
