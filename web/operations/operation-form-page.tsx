import { Trans, plural, t } from "#web/language/macros.ts";
import { currentLanguage, say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import {
  OPERATION_DOCTRINE_MAX,
  OPERATION_KINDS,
  OPERATION_LINE_MAX,
  OPERATION_LONGEST,
  OPERATION_SHORTEST,
  OPERATION_TEXT_MAX,
  OPERATION_TITLE_MAX,
  OPERATION_USUAL,
} from "#shared/operations/limits.ts";
import { fold } from "#shared/fold.ts";
import { planOperationSchema } from "#shared/operations/operations.ts";
import type {
  Operation,
  OperationKind,
  OperationScope,
  Planning,
  PlanOperation,
} from "#shared/operations/operations.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import type { Checked } from "#web/lib/form/use-form.ts";
import type { User } from "#shared/session.ts";
import { useSession } from "#web/lib/api/session.ts";
import { serverNow } from "#web/lib/clock.ts";
import { check, useForm, whenValid } from "#web/lib/form/use-form.ts";
import { OPERATION_KIND_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { eveTime } from "#web/lib/time.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { Form, SelectField, TextareaField, TextField } from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LocalTime } from "#web/ui/time.tsx";
import { operationQuery, planningQuery, saveMutation } from "./queries.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { readLine, wordsIn } from "./read-line.ts";
import type { ReadLine } from "./read-line.ts";

/** Plans an operation, by one line or field by field, or changes one. */
export default function OperationFormPage() {
  const { operationId } = useParams();
  const planning = useQuery(planningQuery);
  const changed = useQuery({
    ...operationQuery(operationId ?? ""),
    enabled: operationId !== undefined,
  });
  const trail = [
    { to: paths.operations, label: t`Operations` },
    ...(changed.data ? [{ to: paths.operation(changed.data.id), label: changed.data.title }] : []),
  ];
  const title = operationId === undefined ? t`New operation` : t`Edit operation`;
  const error = planning.error ?? changed.error;
  if (planning.data === undefined || (operationId !== undefined && changed.data === undefined)) {
    return (
      <>
        <PageHeader title={title} trail={trail} />
        {error === null ? (
          <Loading>{t`Loading the form`}</Loading>
        ) : isGone(error) ? (
          <NotHere title={t`There is no such operation`} />
        ) : (
          <LoadFailed
            title={t`Operations could not be read`}
            onRetry={() => Promise.all([planning.refetch(), operationId && changed.refetch()])}
          />
        )}
      </>
    );
  }
  const mayPlan =
    changed.data === undefined ? planning.data.groups.length > 0 : changed.data.canEdit;
  return (
    <>
      <PageHeader title={title} trail={trail} />
      {mayPlan ? (
        <OperationForm operation={changed.data} planning={planning.data} />
      ) : (
        <NotHere title={t`You do not plan operations of a group`} />
      )}
    </>
  );
}

function NotHere({ title }: { title: string }) {
  return (
    <Card>
      <EmptyState
        variant="not-found"
        title={title}
        action={
          <ButtonLink to={paths.operations}>
            <Trans>All operations</Trans>
          </ButtonLink>
        }
      />
    </Card>
  );
}

type Input = {
  kind: OperationKind;
  title: string;
  day: string;
  time: string;
  minutes: number;
  place: string;
  comms: string;
  text: string;
  doctrine: string;
  commanderId: string;
  groupIds: string[];
  startsAt: string;
  isWeekly: boolean;
  scope: OperationScope;
};

const NOBODY = "";
const DURATIONS = [15, 30, 60, 90, 120, 180, 240, 360, 720, OPERATION_LONGEST].filter(
  (minutes) => minutes >= OPERATION_SHORTEST,
);

/** As fields of a form have a moment. */
const fieldsOf = (at: string) => ({ day: at.slice(0, 10), time: at.slice(11, 16) });

function initialOf(operation: Operation | undefined, planning: Planning, userId: string): Input {
  if (operation === undefined) {
    const [only, ...others] = planning.groups;
    return {
      kind: "fleet",
      title: "",
      day: "",
      time: "",
      minutes: OPERATION_USUAL,
      place: "",
      comms: "",
      text: "",
      doctrine: "",
      commanderId: userId,
      groupIds: only !== undefined && others.length === 0 ? [only.groupId] : [],
      startsAt: "",
      isWeekly: false,
      scope: "one",
    };
  }
  const { kind, title, place, comms, text, doctrine, startsAt, endsAt } = operation;
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  return {
    kind,
    title,
    place,
    comms,
    text,
    doctrine,
    minutes,
    startsAt,
    ...fieldsOf(startsAt),
    commanderId: operation.commander?.userId ?? NOBODY,
    groupIds: operation.groups.map(({ groupId }) => groupId),
    isWeekly: operation.isWeekly,
    scope: "one",
  };
}

function toPlan({ day, time, commanderId, scope: _scope, ...input }: Input) {
  const at = new Date(`${day}T${time}:00Z`);
  return {
    ...input,
    startsAt: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
    commanderId: commanderId === NOBODY ? null : commanderId,
  };
}

type Changed = { id: string; version: number };
type Saved = { of: (Changed & { scope: OperationScope }) | undefined; plan: PlanOperation };
type OperationFormProps = { operation: Operation | undefined; planning: Planning };

function OperationForm({ operation, planning }: OperationFormProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const id = operation?.id;
  // The version that the form shows, also after the operation was read again.
  const [changed] = useState<Changed | undefined>(operation);
  const { input, problems, set, submit, isPending, failure } = useForm({
    initial: initialOf(operation, planning, user?.id ?? NOBODY),
    validate: (typed: Input): Checked<Input, Saved> =>
      whenValid(check(planOperationSchema, toPlan(typed)), (plan) => ({
        of: changed && { ...changed, scope: typed.scope },
        plan,
      })),
    mutation: saveMutation,
    failed: t`The operation was not saved`,
    onDone: (saved) => {
      toast.success(t`Operation saved`);
      void navigate(paths.operation(saved.id));
    },
  });
  const take = ({ startsAt, ...read }: ReadLine) =>
    set({
      ...read,
      ...(startsAt !== undefined && fieldsOf(new Date(startsAt).toISOString())),
    });
  const commanders = commandersOf(planning, operation, input.groupIds, user);
  const { startsAt } = toPlan(input);
  return (
    <Form
      className="grid max-w-360 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]"
      onSubmit={() => submit()}
    >
      {operation === undefined && (
        <div className="xl:col-span-2">
          <Line onRead={take} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-4">
        <Card title={operation === undefined ? t`As understood` : t`The operation`}>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={t`Kind`}
              options={OPERATION_KINDS.map((kind) => ({
                value: kind,
                label: OPERATION_KIND_LABELS[kind],
              }))}
              value={input.kind}
              onChange={({ target }) => {
                const kind = OPERATION_KINDS.find((known) => known === target.value);
                if (kind !== undefined) set({ kind });
              }}
            />
            <TextField
              label={t`Title`}
              value={input.title}
              maxLength={OPERATION_TITLE_MAX}
              error={problems.title}
              onChange={({ target }) => set({ title: target.value })}
            />
            <TextField
              type="date"
              label={t`Day, in EVE time`}
              value={input.day}
              error={problems.startsAt}
              onChange={({ target }) => set({ day: target.value })}
            />
            <TextField
              type="time"
              label={t`Time, in EVE time`}
              hint={startsAt !== "" && <LocalTime at={startsAt} />}
              value={input.time}
              onChange={({ target }) => set({ time: target.value })}
            />
            <SelectField
              label={t`For how long`}
              options={[...new Set([...DURATIONS, input.minutes])].map((minutes) => ({
                value: String(minutes),
                label: durationText(minutes),
              }))}
              value={String(input.minutes)}
              onChange={({ target }) => set({ minutes: Number(target.value) })}
            />
            <SelectField
              label={t`Commander`}
              error={problems.commanderId}
              options={[{ value: NOBODY, label: t`No one yet` }, ...commanders]}
              value={input.commanderId}
              onChange={({ target }) => set({ commanderId: target.value })}
            />
            <TextField
              label={t`Where`}
              hint={t`A system or a structure. Empty: told in fleet.`}
              value={input.place}
              maxLength={OPERATION_LINE_MAX}
              error={problems.place}
              onChange={({ target }) => set({ place: target.value })}
            />
            <TextField
              label={t`Comms`}
              hint={t`A channel. Empty: told in fleet.`}
              value={input.comms}
              maxLength={OPERATION_LINE_MAX}
              error={problems.comms}
              onChange={({ target }) => set({ comms: target.value })}
            />
          </div>
        </Card>
        <Card title={t`What to know`}>
          <div className="grid gap-4">
            <TextareaField
              label={t`Text`}
              value={input.text}
              maxLength={OPERATION_TEXT_MAX}
              error={problems.text}
              onChange={({ target }) => set({ text: target.value })}
            />
            <TextareaField
              label={t`Doctrine`}
              hint={t`A fit as EVE copies it, or a link.`}
              value={input.doctrine}
              maxLength={OPERATION_DOCTRINE_MAX}
              error={problems.doctrine}
              onChange={({ target }) => set({ doctrine: target.value })}
            />
          </div>
        </Card>
      </div>
      <div className="grid gap-4">
        {operation === undefined ? (
          <Card title={t`Repeats`}>
            <CheckboxList
              legend={t`How often`}
              options={[
                {
                  value: "weekly",
                  label: t`Repeat every week`,
                  hint: t`At the same EVE time. Each week is an operation of its own, which can be changed or cancelled alone.`,
                },
              ]}
              value={input.isWeekly ? ["weekly"] : []}
              onChange={(chosen) => set({ isWeekly: chosen.includes("weekly") })}
            />
          </Card>
        ) : (
          operation.isWeekly && (
            <Card title={t`Repeats`}>
              <ScopeChoice value={input.scope} onChange={(scope) => set({ scope })} />
            </Card>
          )
        )}
        <Card title={t`For whom`}>
          <CheckboxList
            legend={t`Groups`}
            options={planning.groups.map(({ groupId, name, memberCount }) => ({
              value: groupId,
              label: <bdi className="wrap-anywhere">{name}</bdi>,
              hint: plural(memberCount, { one: "# member sees it", other: "# members see it" }),
            }))}
            value={input.groupIds}
            error={problems.groupIds}
            onChange={(groupIds) => set({ groupIds })}
          />
          <p className="mt-1 text-sm text-text-2">
            <Trans>No one else learns that it exists.</Trans>
          </p>
        </Card>
      </div>
      <div className="grid gap-4 xl:col-span-2">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink to={id === undefined ? paths.operations : paths.operation(id)}>
            <Trans>Discard</Trans>
          </ButtonLink>
          <Button type="submit" variant="primary" isBusy={isPending} busyLabel={t`Saving...`}>
            <Trans>Save operation</Trans>
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** A line in the words of the reader, of which each understood part is named. */
function Line({ onRead }: { onRead: (read: ReadLine) => void }) {
  const [line, setLine] = useState("");
  const words = {
    ...wordsIn(currentLanguage()),
    kinds: {
      fleet: fold(say(OPERATION_KIND_LABELS.fleet)),
      timer: fold(say(OPERATION_KIND_LABELS.timer)),
      moon: fold(say(OPERATION_KIND_LABELS.moon)),
      meeting: fold(say(OPERATION_KIND_LABELS.meeting)),
    },
    today: fold(t`today`),
    tomorrow: fold(t`tomorrow`),
  };
  const read = readLine(line, words, serverNow());
  const parts = [
    ...(read.startsAt === undefined ? [] : [[t`When`, eveTime(read.startsAt)] as const]),
    ...(read.kind === undefined ? [] : [[t`Kind`, say(OPERATION_KIND_LABELS[read.kind])] as const]),
    ...(read.title === undefined ? [] : [[t`Title`, read.title] as const]),
    ...(read.place === undefined ? [] : [[t`Where`, read.place] as const]),
  ];
  return (
    <Card>
      <TextField
        label={t`In one line`}
        hint={t`Day, time and title, then the place after a comma. The form below is what counts.`}
        placeholder={t`Sat 19:00 shield ferox, staging`}
        value={line}
        autoComplete="off"
        onChange={({ target }) => {
          setLine(target.value);
          onRead(readLine(target.value, words, serverNow()));
        }}
      />
      <output className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
        {parts.map(([label, value]) => (
          <span key={label} className="wrap-anywhere">
            <span className="text-text-2">{label}</span> <bdi>{value}</bdi>
          </span>
        ))}
      </output>
    </Card>
  );
}

/** Owners and admins of the chosen groups, and who commands already. */
function commandersOf(
  { groups }: Planning,
  operation: Operation | undefined,
  groupIds: readonly string[],
  user: User | null,
) {
  const own = user?.characters.find(({ characterId }) => characterId === user.mainCharacterId);
  const people = new Map<string, string | null>(
    user === null ? [] : [[user.id, own?.characterName ?? null]],
  );
  const those = groups
    .filter(({ groupId }) => groupIds.includes(groupId))
    .flatMap(({ commanders }) => commanders);
  for (const { userId, name } of those) people.set(userId, name);
  const present = operation?.commander;
  if (present) people.set(present.userId, present.name);
  return [...people].map(([value, name]) => ({ value, label: name ?? say(UNKNOWN_USER) }));
}

function durationText(minutes: number): string {
  const hours = minutes / 60;
  return Number.isInteger(hours)
    ? plural(hours, { one: "# hour", other: "# hours" })
    : plural(minutes, { one: "# minute", other: "# minutes" });
}
