import { plural, t } from "#web/language/macros.ts";
import { currentLanguage, say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
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
import { enumerated } from "#web/lib/sentence.ts";
import { eveTime } from "#web/lib/time.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import {
  Form,
  SelectField,
  submitOnControlEnter,
  TextareaField,
  TextField,
} from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LocalTime } from "#web/ui/time.tsx";
import { operationQuery, planningQuery, saveOperationMutation } from "./queries.ts";
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
        action={<ButtonLink to={paths.operations}>{t`All operations`}</ButtonLink>}
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
  // Chromium reads "T:00Z" as a day in the year 2000.
  const at = new Date(day === "" || time === "" ? Number.NaN : `${day}T${time}:00Z`);
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
    mutation: saveOperationMutation,
    failed: t`The operation was not saved`,
    onDone: (saved) => {
      toast.success(t`Operation saved`);
      void navigate(paths.operation(saved.id));
    },
  });
  const everyone = commandersOf(
    planning,
    operation,
    planning.groups.map(({ groupId }) => groupId),
    user,
  );
  const take = ({ startsAt, commander, ...read }: ReadLine) => {
    const named = commanderNamed(commander, everyone);
    set({
      ...read,
      ...(named && { commanderId: named.value }),
      ...(startsAt !== undefined && fieldsOf(new Date(startsAt).toISOString())),
    });
  };
  const keepRoom = useBarRoom();
  const ofGroups = commandersOf(planning, operation, input.groupIds, user);
  // The commander that the line names stays chosen until the groups are chosen.
  const commanders = everyone.filter(
    ({ value }) => value === input.commanderId || ofGroups.some((person) => person.value === value),
  );
  const { startsAt } = toPlan(input);
  return (
    <Form
      className="grid max-w-360 grid-cols-1 gap-4"
      onKeyDown={submitOnControlEnter}
      onSubmit={() => submit()}
    >
      {operation === undefined && <Line people={everyone} onRead={take} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
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
        <div className="grid gap-4 lg:row-span-2">
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
            <p className="mt-1 text-sm text-text-2">{t`No one else learns that it exists.`}</p>
          </Card>
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
        </div>
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
      <div
        ref={keepRoom}
        className="sticky bottom-0 z-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-overlay px-4 py-3 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
      >
        {failure && (
          <div className="basis-full">
            <Alert tone="danger">{failure}</Alert>
          </div>
        )}
        <output className="min-w-0 flex-1 basis-60 text-sm">
          <span className="block font-medium">{startsAt !== "" && eveTime(startsAt)}</span>
          <bdi className="block wrap-anywhere text-text-2">
            {enumerated(
              planning.groups
                .filter(({ groupId }) => input.groupIds.includes(groupId))
                .map(({ name }) => name),
            )}
          </bdi>
        </output>
        <div className="flex gap-2">
          <ButtonLink to={id === undefined ? paths.operations : paths.operation(id)}>
            {t`Discard`}
          </ButtonLink>
          <Button type="submit" variant="primary" isBusy={isPending} busyLabel={t`Saving...`}>
            {t`Save operation`}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type Person = { value: string; label: string };
type LineProps = { people: readonly Person[]; onRead: (read: ReadLine) => void };

/** The only one whose name begins like this. */
function commanderNamed(text: string | undefined, people: readonly Person[]): Person | undefined {
  if (text === undefined) return undefined;
  const [found, ...others] = people.filter(({ label }) => fold(label).startsWith(fold(text)));
  return others.length === 0 ? found : undefined;
}

/** A line in the words of the reader, of which each understood part is named. */
function Line({ people, onRead }: LineProps) {
  const [line, setLine] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);
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
  const commander = commanderNamed(read.commander, people);
  const parts = [
    ...(read.startsAt === undefined ? [] : [[t`When`, eveTime(read.startsAt)] as const]),
    ...(read.kind === undefined ? [] : [[t`Kind`, say(OPERATION_KIND_LABELS[read.kind])] as const]),
    ...(read.title === undefined ? [] : [[t`Title`, read.title] as const]),
    ...(read.place === undefined ? [] : [[t`Where`, read.place] as const]),
    ...(commander === undefined ? [] : [[t`Commander`, commander.label] as const]),
  ];
  return (
    <Card>
      <TextField
        ref={fieldRef}
        label={t`In one line`}
        hint={t`Day, time and title, then the place and the commander after commas. The form below is what counts.`}
        placeholder={t`Sat 19:00 shield ferox, staging, Aurelia`}
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
  const commanders = groups
    .filter(({ groupId }) => groupIds.includes(groupId))
    .flatMap((group) => group.commanders);
  for (const { userId, name } of commanders) people.set(userId, name);
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
