import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AllianceLogo, CorporationLogo } from "#web/eve/images.tsx";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { searchNote, useSearch } from "#web/lib/form/use-search.ts";
import { eveName, groupName } from "#web/requirements-text/names.ts";
import type { ValueProps } from "./condition-form.tsx";
import { eveSearchQuery } from "./queries.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";

const EVE_TEXTS = {
  corporation: {
    label: msg`Corporation`,
    labelOfSeveral: msg`Corporations`,
    chosen: msg`Chosen corporation`,
    chosenOfSeveral: msg`Chosen corporations`,
    placeholder: msg`Name or ticker of a corporation`,
    none: msg`No corporation matches this name.`,
  },
  alliance: {
    label: msg`Alliance`,
    labelOfSeveral: msg`Alliances`,
    chosen: msg`Chosen alliance`,
    chosenOfSeveral: msg`Chosen alliances`,
    placeholder: msg`Name or ticker of an alliance`,
    none: msg`No alliance matches this name.`,
  },
};

type EveListProps = {
  kind: keyof typeof EVE_TEXTS;
  ids: number[];
  /** A newly chosen corporation or alliance replaces the former. */
  isSingle?: boolean;
  names: RuleNames;
  learn: (names: Partial<RuleNames>) => void;
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Corporations or alliances, by search. */
export function EveList(props: EveListProps) {
  const { kind, ids, isSingle = false, names, learn, error, onChange } = props;
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const { data, isFetching, isError } = useQuery({
    ...eveSearchQuery(kind, q),
    enabled: search.isSettled,
  });
  const texts = EVE_TEXTS[kind];
  const hits = search.isSettled ? (data ?? []) : [];
  const logo = (id: number) =>
    kind === "corporation" ? (
      <CorporationLogo corporationId={id} size={24} />
    ) : (
      <AllianceLogo allianceId={id} size={24} />
    );
  return (
    <SearchList
      label={say(isSingle ? texts.label : texts.labelOfSeveral)}
      placeholder={say(texts.placeholder)}
      chosenLabel={say(isSingle ? texts.chosen : texts.chosenOfSeveral)}
      chosen={ids.map((id) => ({ key: id, text: eveName(names, id), icon: logo(id) }))}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(({ id, name, detail }) => ({
          key: id,
          text: name,
          detail,
          icon: logo(id),
        })),
        note: searchNote({
          ...search,
          isFetching,
          isError,
          count: hits.length,
          none: say(texts.none),
        }),
      }}
      error={error}
      onAdd={({ key, text }) => {
        learn({ eve: { [key]: text } });
        onChange(isSingle ? [key] : [...ids, key]);
      }}
      onRemove={(key) => onChange(ids.filter((id) => id !== key))}
    />
  );
}

/** The groups that the user can see. */
export function GroupField(props: ValueProps<"member_of" | "took_part">) {
  const { condition, onChange, learn, names, problems } = props;
  const { groupIds } = condition;
  return (
    <GroupsField
      label={t`Groups`}
      groups={groupIds.map((id) => ({ key: id, text: groupName(names, id) }))}
      error={problems["groupIds"]}
      onAdd={({ key, text }) => {
        learn({ groups: { [key]: text } });
        onChange({ ...condition, groupIds: [...groupIds, key] });
      }}
      onRemove={(key) => onChange({ ...condition, groupIds: groupIds.filter((id) => id !== key) })}
    />
  );
}

type ChoiceFieldProps = {
  label: string;
  /** Empty until something is chosen. */
  value: string;
  error: string | undefined;
  toChoose: string;
  /** What the value is called if it is no option any more. */
  removed: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** One of several things. What was chosen before and is removed now stays an option. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { value, toChoose, removed, options, onChoose, ...field } = props;
  const isListed = options.some((option) => option.value === value);
  return (
    <SelectField
      {...field}
      value={value}
      options={
        isListed ? options : [{ value, label: value === "" ? toChoose : removed }, ...options]
      }
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

type NumberFieldProps = {
  label: string;
  hint?: string;
  value: number;
  /** Shows zero as a value instead of an empty field. */
  isZeroShown?: boolean;
  error: string | undefined;
  onChange: (value: number) => void;
};

export function NumberField({
  value,
  isZeroShown = false,
  onChange,
  error,
  label,
  hint,
}: NumberFieldProps) {
  const [text, setText] = useState(() =>
    Number.isNaN(value) || (value === 0 && !isZeroShown) ? "" : typedNumber(value),
  );
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      error={error}
      inputMode="text"
      autoComplete="off"
      value={text}
      className="max-w-48"
      onChange={(event) => {
        setText(event.target.value);
        onChange(readNumber(event.target.value));
      }}
    />
  );
}
