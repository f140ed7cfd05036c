import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HELD_ABOVE_IN_ALL, MAX_GRACE_DAYS } from "#shared/requirements/limits.ts";
import { updateMembersSchema } from "#shared/community.ts";
import type { CommunitySettings } from "#shared/community.ts";
import { plural, t, Trans } from "#web/language/macros.ts";
import { check, useForm } from "#web/lib/form/use-form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form, TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { groupsQuery } from "#web/memberships/queries.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { searchNote, useSearch } from "#web/lib/form/use-search.ts";
import { membersPreviewQuery, updateMembersMutation, versionFor } from "./community-queries.ts";

const choices = (): readonly RadioCard<"all" | "group">[] => [
  {
    value: "all",
    label: t`Everybody with an account`,
    hint: t`There are no guests: every signed-in user sees every public group.`,
  },
  {
    value: "group",
    label: t`The members of a group`,
    hint: t`Its requirements decide, with their preview, grace and held changes. Others are guests: they see only groups that are open to guests, and cannot look up other pilots.`,
  },
];

type Input = { kind: "all" | "group"; group: ChosenGroup | null; graceDays: string };

const inputOf = ({ members, graceDays }: CommunitySettings): Input => ({
  kind: members ? "group" : "all",
  group: members,
  graceDays: String(graceDays),
});

function toRequest({ kind, group, graceDays }: Input) {
  return {
    groupId: kind === "group" ? (group?.groupId ?? null) : null,
    graceDays: graceDays.trim() === "" ? Number.NaN : Number(graceDays),
  };
}

/** Who belongs to the community, and what choosing it would do. */
export default function MembersForm({ settings }: { settings: CommunitySettings }) {
  const { members } = settings;
  const [read, setRead] = useState(settings);
  const version = versionFor(inputOf, read, settings);
  const { input, problems, set, reset, submit, isPending, failure } = useForm({
    initial: inputOf(settings),
    validate: (typed: Input) =>
      typed.kind === "group" && typed.group === null
        ? { problems: { group: t`Choose the group whose members belong to the community.` } }
        : check(updateMembersSchema, { ...toRequest(typed), version }),
    mutation: updateMembersMutation,
    failed: t`Failed to save the community`,
    onDone: (saved) => {
      setRead(saved);
      reset(inputOf(saved));
      toast.success(t`Community updated successfully!`);
    },
  });
  const { kind, group } = input;
  const { groupId, graceDays } = toRequest(input);
  const isUnchanged =
    groupId === (members?.groupId ?? null) &&
    graceDays === settings.graceDays &&
    !(kind === "group" && group === null);

  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <Form onSubmit={submit} className="grid content-start gap-5">
        <RadioCards
          legend={t`Who belongs to the community`}
          options={choices()}
          value={kind}
          onChange={(next) => set({ kind: next })}
        />
        {kind === "group" && (
          <>
            <GroupChoice
              group={group}
              error={problems.group}
              onChange={(next) => set({ group: next })}
            />
            <TextField
              label={t`Guests keep their memberships in other groups for`}
              hint={t`Days of grace, from 0 to ${MAX_GRACE_DAYS}, in groups without requirements of their own.`}
              inputMode="numeric"
              autoComplete="off"
              value={input.graceDays}
              error={problems.graceDays}
              className="[&_input]:w-20"
              onChange={(event) => set({ graceDays: event.target.value })}
            />
          </>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          isDisabled={isUnchanged}
          isBusy={isPending}
          busyLabel={t`Saving...`}
        >
          <Trans>Save members</Trans>
        </Button>
      </Form>
      {groupId !== null && <MembersPreview groupId={groupId} isSaved={isUnchanged} />}
    </div>
  );
}

const SHOWN = 8;

type MembersPreviewProps = {
  groupId: string;
  /** The group is the community's already. */
  isSaved: boolean;
};

/** Who would be a guest, and which memberships would end. */
function MembersPreview({ groupId, isSaved }: MembersPreviewProps) {
  const { data, isPending, refetch } = useQuery(membersPreviewQuery(groupId));
  if (isPending) return <Loading>{t`Counting members and guests...`}</Loading>;
  if (!data) return <LoadFailed title={t`The preview could not be loaded`} onRetry={refetch} />;
  const { users, members, endings } = data;
  const ending = endings.reduce((sum, { count }) => sum + count, 0);
  const rest = endings.length - SHOWN;
  return (
    <section
      aria-label={t`Preview`}
      className="grid content-start gap-4 rounded-card border border-line-faint p-4"
    >
      <h3 className="text-sm font-medium">{isSaved ? t`At present` : t`If you save this`}</h3>
      <dl className="grid grid-cols-3 gap-3">
        <Figure label={plural(members, { one: "member", other: "members" })} count={members} />
        <Figure
          label={plural({ guests: users - members }, { one: "guest", other: "guests" })}
          count={users - members}
        />
        <Figure label={t`memberships of guests`} count={ending} isWarning={ending > 0} />
      </dl>
      {ending === 0 ? (
        <p className="text-sm text-text-2">
          <Trans>No guest is a member of a group that is not open to guests.</Trans>
        </p>
      ) : (
        <>
          <p className="text-sm text-text-2">
            <Trans>
              These memberships enter grace, and end after it. More than a fifth of a group, or{" "}
              {HELD_ABOVE_IN_ALL} within an hour, are held until you release them. Open a group to
              guests in its settings to keep its members.
            </Trans>
          </p>
          <ul className="grid gap-1.5">
            {endings.slice(0, SHOWN).map((group) => (
              <li key={group.groupId} className="flex justify-between gap-3">
                <bdi className="min-w-0 wrap-anywhere">{group.groupName}</bdi>
                <span className="whitespace-nowrap text-text-2 tabular-nums">
                  {plural({ count: group.count }, { one: "# guest", other: "# guests" })}
                </span>
              </li>
            ))}
            {rest > 0 && (
              <li className="text-text-2">
                {plural(rest, { one: "and # other group", other: "and # other groups" })}
              </li>
            )}
          </ul>
        </>
      )}
      <ButtonLink
        size="sm"
        to={`${paths.adminGroup(groupId)}?tab=settings`}
        className="justify-self-start"
      >
        <Trans>Requirements of the group</Trans>
      </ButtonLink>
    </section>
  );
}

type FigureProps = { label: string; count: number; isWarning?: boolean };

function Figure({ label, count, isWarning = false }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs leading-tight text-text-2">{label}</dt>
      <dd
        className={`font-display text-2xl font-semibold tabular-nums ${isWarning ? "text-warn" : ""}`}
      >
        {formatInteger(count)}
      </dd>
    </div>
  );
}

type ChosenGroup = { groupId: string; groupName: string };

type GroupChoiceProps = {
  group: ChosenGroup | null;
  error: string | undefined;
  onChange: (group: ChosenGroup | null) => void;
};

/** One group, by search. */
function GroupChoice({ group, error, onChange }: GroupChoiceProps) {
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const { data, isFetching, isError } = useInfiniteQuery({
    ...groupsQuery({ search: q }),
    enabled: search.isSettled,
  });
  const none = t`No group matches this name.`;
  const hits = search.isSettled
    ? itemsOf(data).map(({ id, name }) => ({ key: id, text: name }))
    : [];
  return (
    <SearchList
      label={t`Group`}
      placeholder={t`Name of a group`}
      chosenLabel={t`Chosen group`}
      chosen={group ? [{ key: group.groupId, text: group.groupName }] : []}
      typed={typed}
      onType={setTyped}
      found={{
        hits,
        note: searchNote({ ...search, isFetching, isError, count: hits.length, none }),
      }}
      error={error}
      onAdd={({ key, text }) => onChange({ groupId: key, groupName: text })}
      onRemove={() => onChange(null)}
    />
  );
}
