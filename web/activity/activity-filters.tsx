import { useState } from "react";
import type { ReactNode } from "react";
import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { CONTROL_CLASSES, Field, TextField, Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { GroupSearch } from "#web/memberships/group-search.tsx";
import { activityFilters, KIND_GROUPS } from "./queries.ts";
import type { ActivityFilters } from "./queries.ts";

type FilterFormProps = {
  filters: ActivityFilters;
  isFiltered: boolean;
  groupField: ReactNode;
  onChange: (filters: ActivityFilters) => void;
  onClear: () => void;
};

/** Kind and dates apply at once, names with the button or Enter. */
export function FilterForm(props: FilterFormProps) {
  const { filters, isFiltered, groupField, onChange, onClear } = props;
  const [actor, setActor] = useDraft(filters.actor ?? "");
  const [subject, setSubject] = useDraft(filters.subject ?? "");
  const typed = { ...filters, actor, subject };
  const set = (field: "kind" | "from" | "to", text: string) =>
    onChange(activityFilters.change(typed, field, text));
  return (
    <search aria-label={t`Activity`}>
      <Form
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 min-[78rem]:grid-cols-[repeat(6,minmax(0,1fr))_auto]"
        onSubmit={() => onChange(typed)}
      >
        <NameField label={t`Done by`} value={actor} onChange={setActor} />
        <NameField label={t`Done to`} value={subject} onChange={setSubject} />
        {groupField}
        <KindField value={filters.kind ?? ""} onChange={(kind) => set("kind", kind)} />
        <TextField
          type="date"
          label={t`From`}
          value={filters.from ?? ""}
          max={filters.to}
          onChange={(event) => set("from", event.target.value)}
        />
        <TextField
          type="date"
          label={t`To`}
          value={filters.to ?? ""}
          min={filters.from}
          onChange={(event) => set("to", event.target.value)}
        />
        <div className="flex flex-wrap gap-2 max-[78rem]:col-span-full">
          <Button type="submit" icon={<Icon name="search" />}>
            <Trans context="button">Search</Trans>
          </Button>
          {isFiltered && (
            <Button variant="ghost" icon={<Icon name="close" />} onClick={onClear}>
              {t`Clear Filters`}
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

type KindFieldProps = { value: string; onChange: (kind: string) => void };

function KindField({ value, onChange }: KindFieldProps) {
  return (
    <Field label={t`Event`} className="max-md:col-span-2">
      {(control) => (
        <select
          {...control}
          value={value}
          className={`${CONTROL_CLASSES} h-9 max-md:h-11`}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t`All events`}</option>
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

type GroupFieldProps = {
  /** The selected group. Its name is known only if it occurs in the loaded entries. */
  chosen: { name: string | undefined } | undefined;
  onChoose: (groupId: string) => void;
};

/** Selects a group by id, because names are not unique. */
export function ChosenGroupField({ chosen, onChoose }: GroupFieldProps) {
  return (
    <div className="min-w-0 max-lg:col-span-2">
      {chosen ? (
        <>
          <p className="mb-1.5 text-sm font-medium">{t`Group`}</p>
          <p className="flex min-h-9 items-center gap-2 rounded-control border border-line-control pl-3">
            <bdi className="min-w-0 flex-1 truncate">{chosen.name ?? t`The chosen group`}</bdi>
            <IconButton icon="close" label={t`All groups`} size="sm" onClick={() => onChoose("")} />
          </p>
        </>
      ) : (
        <GroupSearch onChoose={onChoose} />
      )}
    </div>
  );
}
