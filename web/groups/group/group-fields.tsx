import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Category, Visibility } from "#shared/groups/categories.ts";
import type { Group, JoinMode } from "#shared/groups/groups.ts";
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from "#shared/text.ts";
import { msg, Select, t, Trans } from "#web/language/macros.ts";
import { categoriesQuery } from "#web/memberships/queries.ts";
import { useSession } from "#web/lib/api/session.ts";
import type { Problems } from "#web/lib/form/use-form.ts";
import {
  AUTOMATIC_LABEL,
  JOIN_MODE_LABELS,
  SYSTEM_CATEGORY,
  VISIBILITY_LABELS,
} from "#web/lib/labels.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import {
  CharacterCounter,
  SelectField,
  submitOnControlEnter,
  TextareaField,
  TextField,
} from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";

const VISIBILITIES: readonly RadioCard<Visibility>[] = [
  {
    value: "public",
    label: VISIBILITY_LABELS.public,
    hint: msg`All signed-in users can find it.`,
  },
  {
    value: "hidden",
    label: VISIBILITY_LABELS.hidden,
    hint: msg`Only its members and invited pilots can see it.`,
  },
  {
    value: "system",
    label: VISIBILITY_LABELS.system,
    hint: msg`Its members cannot see it: only its owner, its admins and system administrators can.`,
  },
];

const JOIN_MODES: readonly RadioCard<JoinMode>[] = [
  {
    value: "open",
    label: JOIN_MODE_LABELS.open,
    hint: msg`Pilots who find the group join with one click.`,
  },
  {
    value: "approval",
    label: JOIN_MODE_LABELS.approval,
    hint: msg`Pilots request to join, and you or a group admin decide.`,
  },
  {
    value: "invitation_only",
    label: JOIN_MODE_LABELS.invitation_only,
    hint: msg`Pilots join only by invitation or with an invite code.`,
  },
];

/** The search of a group's page: its requirements, with the chosen way of joining, which is saved with them. */
export const requirementsNext = (isAutomatic: boolean) =>
  `?tab=settings&section=requirements&enrolment=${isAutomatic ? "automatic" : "manual"}`;

const AUTOMATIC: RadioCard<"automatic"> = {
  value: "automatic",
  label: AUTOMATIC_LABEL,
  hint: msg`Everyone who meets its requirements is a member. They come next.`,
};

type GroupFieldsProps = {
  input: GroupInput;
  onChange: (changed: Partial<GroupInput>) => void;
  problems: Problems<GroupInput>;
  /** The group is to have automatic members: for system administrators to choose. */
  isAutomatic: boolean;
  onAutomatic: (isAutomatic: boolean) => void;
  /** The group being edited: its values stay selectable even where the user could not choose them again. */
  current?: Pick<Group, "categoryId" | "visibility" | "can">;
};

/** The fields of a group, for creating and editing. */
export function GroupFields(props: GroupFieldsProps) {
  const { data, isPending, refetch } = useQuery(categoriesQuery);
  if (isPending) {
    return (
      // As tall as the loaded fields, to avoid a layout shift.
      <div className="min-h-160">
        <Loading>{t`Loading categories...`}</Loading>
      </div>
    );
  }
  if (!data) return <LoadFailed title={t`The categories could not be loaded`} onRetry={refetch} />;
  return <LoadedFields {...props} categories={data} />;
}

function LoadedFields(props: GroupFieldsProps & { categories: Category[] }) {
  const { input, onChange: set, problems, current, categories, isAutomatic, onAutomatic } = props;
  const { user } = useSession();
  const chosen = categories.find(({ id }) => id === input.categoryId);
  const offered = categories.filter(({ id, can }) => can.createGroup || id === current?.categoryId);
  const visibilities = VISIBILITIES.filter(({ value }) =>
    current?.can.changeVisibility === false
      ? value === current.visibility
      : value !== "system" || user?.is_admin,
  );
  const visibility = chosen?.visibility ?? "public";
  const isFirst = user?.is_admin === true && categories.length === 0;
  const only = offered.length === 1 ? offered[0]?.id : undefined;
  useEffect(() => {
    if (isFirst) set({ newCategory: firstCategoryName() });
    else if (only !== undefined && input.categoryId === "")
      set({ categoryId: only, newCategory: undefined });
    // oxlint-disable-next-line react/exhaustive-deps -- Once per answer: what is typed stays.
  }, [isFirst, only]);
  return (
    <>
      {current?.can.changeCategory === false ? (
        <SelectField
          label={t`Category`}
          disabled
          value={current.categoryId}
          hint={t`Only system administrators can move the group to another category.`}
          options={[{ value: current.categoryId, label: SYSTEM_CATEGORY }]}
        />
      ) : isFirst ? (
        <NewCategoryField input={input} problems={problems} onChange={set} />
      ) : (
        <SelectField
          label={t`Category`}
          required
          value={input.categoryId}
          error={problems.categoryId}
          hint={
            offered.length === 0
              ? t`No category allows you to create groups. Ask a system administrator.`
              : undefined
          }
          options={[
            { value: "", label: t`Select a category` },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => set({ categoryId: event.target.value })}
        />
      )}
      <NameAndDescription input={input} problems={problems} rows={4} onChange={set} />
      <RadioCards
        legend={t`Visibility`}
        options={visibilities}
        value={input.visibility}
        error={problems.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      {visibility !== "public" && (
        <output className="-mt-3 block text-sm text-text-2">
          <Trans>
            The category is{" "}
            <Select value={visibility} _hidden="hidden" _system="system" other="public" />, so the
            group cannot be more visible than that.
          </Trans>
        </output>
      )}
      <RadioCards
        legend={t`Join Mode`}
        options={user?.is_admin || isAutomatic ? [...JOIN_MODES, AUTOMATIC] : JOIN_MODES}
        value={isAutomatic ? "automatic" : input.joinMode}
        error={problems.joinMode}
        onChange={(chosenMode) => {
          onAutomatic(chosenMode === "automatic");
          set({ joinMode: chosenMode === "automatic" ? "invitation_only" : chosenMode });
        }}
      />
    </>
  );
}

/** What the first category of a community is called, unless its administrator says otherwise. */
export const firstCategoryName = () => t({ context: "name of a category", message: "General" });

type NewCategoryFieldProps<Input> = {
  input: Input;
  problems: Problems<Input>;
  onChange: (changed: { newCategory: string }) => void;
};

export function NewCategoryField<Input extends { newCategory?: string | undefined }>(
  props: NewCategoryFieldProps<Input>,
) {
  const { input, problems, onChange } = props;
  return (
    <TextField
      label={t`Category`}
      required
      dir="auto"
      autoComplete="off"
      hint={t`Made with the group. You can rename it later.`}
      value={input.newCategory ?? ""}
      error={problems.newCategory}
      onChange={(event) => onChange({ newCategory: event.target.value })}
    />
  );
}

/** The state of the form: texts as typed. */
export type GroupInput = {
  categoryId: string;
  /** The name of a category that is made with the group: for an administrator of a community without one. */
  newCategory?: string | undefined;
  name: string;
  description: string;
  visibility: Visibility;
  joinMode: JoinMode;
};

export const EMPTY_INPUT: GroupInput = {
  categoryId: "",
  name: "",
  description: "",
  visibility: "public",
  joinMode: "open",
};

type Named = { name: string; description: string };

type NameAndDescriptionProps = {
  input: Named;
  problems: { [Field in keyof Named]?: string | undefined };
  rows: number;
  onChange: (changed: Partial<Named>) => void;
};

/** Used by the forms of groups and of categories. */
export function NameAndDescription({ input, problems, rows, onChange }: NameAndDescriptionProps) {
  return (
    <>
      <TextField
        label={t`Name`}
        required
        dir="auto"
        autoComplete="off"
        value={input.name}
        error={problems.name}
        aside={<CharacterCounter text={input.name} limit={NAME_MAX_LENGTH} />}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextareaField
        label={t`Description`}
        dir="auto"
        rows={rows}
        value={input.description}
        error={problems.description}
        aside={<CharacterCounter text={input.description} limit={DESCRIPTION_MAX_LENGTH} />}
        onKeyDown={submitOnControlEnter}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}
