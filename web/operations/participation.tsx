import { Trans, Plural, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import type { Operation } from "#shared/operations/operations.ts";
import type { Participation, ParticipantEntry } from "#shared/operations/participation.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { eveClock, relativeTime, useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { Form, submitOnControlEnter, TextareaField } from "#web/ui/form/form.tsx";
import { Table } from "#web/ui/table.tsx";
import { notedIn, runMutation, tickMutation } from "./queries.ts";

type PartProps = { operation: Operation };

/** Whether the fleet is read, and what the commander does about it. */
export function ReadingCard({ operation }: PartProps) {
  const now = useNow("minute");
  const { participation, canRun, cancelledAt, startsAt, endsAt } = operation;
  if (cancelledAt !== null && participation === null) return null;
  if (participation === null) {
    const isSoon = Date.parse(startsAt) - HOUR_MS <= now;
    if (!canRun || !isSoon) return null;
    return <NotBegun operation={operation} isOver={Date.parse(endsAt) <= now} />;
  }
  return <Reading operation={operation} participation={participation} />;
}

/** The pilots who were seen in the fleet or noted by name. */
export function PeopleCard({ operation }: PartProps) {
  const { participation } = operation;
  if (participation === null || participation.state === "waiting") return null;
  return <People operation={operation} participation={participation} />;
}

function NotBegun({ operation, isOver }: PartProps & { isOver: boolean }) {
  return (
    <section aria-label={t`Participation`} className="op-reading" data-state="waiting">
      <div className="grid min-w-0 flex-1 basis-80 gap-1">
        <h2 className="text-lg">
          {isOver ? t`Nothing is recorded of this operation` : t`Not begun yet`}
        </h2>
        <p className="text-sm text-text-2">
          <Trans>
            Begin it, and Muster reads your fleet once a minute: who is in it, in which ship, for
            how long. Of pilots who are not in your groups it keeps the number alone.
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <RunButton operation={operation} isRunning variant="primary">
          {t`Begin`}
        </RunButton>
        <AllowButton />
        <TickButton operation={operation} />
      </div>
    </section>
  );
}

function Reading({ operation, participation }: PartProps & { participation: Participation }) {
  const now = useNow("second");
  const { state, present, known, readAt, problem, begunAt, endedAt } = participation;
  const { canRun } = operation;
  const isStopped = problem !== null && state === "running";
  return (
    <section
      aria-label={t`Participation`}
      className="op-reading"
      data-state={isStopped ? "stopped" : state}
    >
      <div className="grid min-w-0 flex-1 basis-80 gap-1">
        <h2 className="text-lg wrap-anywhere">
          {state === "ended" ? (
            <EndedTitle participation={participation} />
          ) : isStopped ? (
            <StoppedTitle problem={problem} />
          ) : readAt === null ? (
            t`Waiting for the first reading of the fleet`
          ) : (
            t`Reading the fleet: ${ph({ known })} of ${ph({ present })} known here · last read ${ph({ timeAgo: relativeTime(readAt, now) })}`
          )}
        </h2>
        <p className="text-sm text-text-2">
          <Explained participation={participation} />
        </p>
        {begunAt !== null && participation.read.length > 0 && (
          <Strip
            read={participation.read}
            begunAt={Date.parse(begunAt)}
            until={endedAt === null ? now : Date.parse(endedAt)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {problem?.reason === "boss_changed" && problem.ownBossId !== null && (
          <AllowButton characterId={problem.ownBossId} />
        )}
        {canRun && state !== "ended" && (
          <>
            {problem?.reason === "not_granted" && <AllowButton />}
            {(state === "waiting" || isStopped) && (
              <RunButton operation={operation} isRunning>
                {state === "waiting" ? t`Begin` : t`Read my fleet now`}
              </RunButton>
            )}
            <RunButton operation={operation} isRunning={false}>
              {t`End operation`}
            </RunButton>
          </>
        )}
        {canRun && state !== "running" && <TickButton operation={operation} />}
      </div>
    </section>
  );
}

/** A guest reads of no other pilots: such a list is no count. */
function EndedTitle({ participation: { people } }: { participation: Participation }) {
  const { user } = useSession();
  if (user?.guest !== undefined) return t`Participation`;
  return <Plural value={people.length} one="# pilot took part" other="# pilots took part" />;
}

function StoppedTitle({ problem }: { problem: NonNullable<Participation["problem"]> }) {
  const time = eveClock(Date.parse(problem.since));
  switch (problem.reason) {
    case "boss_changed":
      return <Trans>Reading stopped at {time}: the boss changed</Trans>;
    case "not_granted":
      return <Trans>Reading stopped at {time}: Muster may not read the fleet</Trans>;
    case "no_fleet":
      return <Trans>Reading stopped at {time}: there is no fleet</Trans>;
    case "eve_failed":
      return <Trans>Reading stopped at {time}: EVE did not answer</Trans>;
  }
}

/** What the reader may do, and what counts. */
function Explained({ participation }: { participation: Participation }) {
  const { state, problem, isComplete, present } = participation;
  if (state === "ended") {
    return isComplete ? (
      present > 0 && (
        <Plural
          value={present}
          one="The fleet had # pilot at most."
          other="The fleet had # pilots at most."
        />
      )
    ) : (
      <Trans>
        Not all of it could be read. What was not read counts for no one and against no one.
      </Trans>
    );
  }
  if (problem?.reason === "boss_changed") {
    if (problem.ownBossId !== null) {
      return t`You are the boss now: allow Muster to read your fleet.`;
    }
    return problem.boss === null ? (
      t`Ask the boss to allow it here. Minutes that are not read count for no one.`
    ) : (
      <Trans>
        Ask <bdi>{ph({ name: problem.boss })}</bdi> to allow it here. Minutes that are not read
        count for no one.
      </Trans>
    );
  }
  if (problem?.reason === "not_granted") {
    return t`The commander allows it, or notes the names at the end.`;
  }
  if (state === "waiting") {
    return t`It begins by itself when the commander is the boss of a fleet.`;
  }
  return t`Of pilots who are not in your groups there is a number, never a name.`;
}

type StripProps = { read: Participation["read"]; begunAt: number; until: number };

/** The time of the operation: solid where its fleet was read, hatched where not. */
function Strip({ read, begunAt, until }: StripProps) {
  const total = Math.max(1, Math.floor((until - begunAt) / MINUTE_MS));
  const minutes = read.reduce((sum, [from, to]) => sum + to - from, 0);
  return (
    <div className="grid gap-1">
      <span className="sr-only">{t`Read for ${ph({ minutes })} of ${ph({ total })} minutes`}</span>
      <span className="op-strip" aria-hidden="true">
        {read.map(([from, to]) => (
          <i
            key={from}
            style={{
              left: `${(100 * from) / total}%`,
              width: `${(100 * Math.max(0.5, Math.min(to, total) - from)) / total}%`,
            }}
          />
        ))}
      </span>
      <span className="flex justify-between text-xs text-text-2 tabular-nums">
        <span>{eveClock(begunAt)}</span>
        <span>{eveClock(until)}</span>
      </span>
    </div>
  );
}

type RunProps = PartProps & { isRunning: boolean; variant?: "primary"; children: string };

function RunButton({ operation: { id }, isRunning, variant, children }: RunProps) {
  const { act, isPending, failure } = useAction(runMutation, t`Nothing was changed`);
  return (
    <span className="grid gap-1">
      <Button
        variant={variant ?? "default"}
        isBusy={isPending}
        busyLabel={t`Saving...`}
        onClick={() => void act({ id, isRunning })}
      >
        {children}
      </Button>
      {failure && (
        <span role="alert" className="max-w-60 text-sm text-danger">
          {failure}
        </span>
      )}
    </span>
  );
}

/** Signs in at EVE with what reads fleets: the main, if nothing else is said. */
function AllowButton({ characterId }: { characterId?: number }) {
  const { user } = useSession();
  const { start, isBusy } = useAuthorization((id: number) =>
    body(
      api.auth.character.start.$post({
        json: { characterId: id, scopes: [FLEET_SCOPE], returnTo: returnPathOf(location) },
      }),
    ),
  );
  const id = characterId ?? user?.mainCharacterId;
  if (id == null) return null;
  return (
    <Button isBusy={isBusy} busyLabel={t`Redirecting...`} onClick={() => start(id)}>
      {t`Allow reading my fleet`}
    </Button>
  );
}

function People({ operation, participation }: PartProps & { participation: Participation }) {
  const { user } = useSession();
  const { people, state } = participation;
  const { canRun, answers } = operation;
  const said = answers.filter(({ answer }) => answer === "coming");
  const absent = said.filter(
    ({ userId }) => !people.some((person) => person.userId === userId),
  ).length;
  const names = people.flatMap(({ name }) => name ?? []);
  if (people.length === 0) return null;
  return (
    <Card
      isFlush
      title={state === "ended" ? t`Participation` : t`Seen in the fleet`}
      actions={canRun && <CopyButton text={names.join("\n")} what={t`the names`} />}
    >
      <Table
        caption={t`Who took part`}
        rows={people}
        rowKey={({ userId }) => userId}
        columns={[
          {
            header: t`Pilot`,
            isRowHeader: true,
            cell: ({ userId, characterId, name }) => (
              <PilotName characterId={characterId} name={name} size={24}>
                {userId === user?.id && <small className="text-text-2">{t`you`}</small>}
              </PilotName>
            ),
          },
          {
            header: t`Ship`,
            cell: ({ ships }) => ships.length > 0 && <bdi>{enumerated(ships)}</bdi>,
          },
          { header: t`First – last`, align: "end", cell: spanOf },
          {
            header: t`In the fleet`,
            align: "end",
            cell: ({ minutes }) =>
              minutes === null
                ? t`noted by name`
                : plural(minutes, { one: "# minute", other: "# minutes" }),
          },
        ]}
      />
      {absent > 0 && state === "ended" && user?.guest === undefined && (
        <p className="px-4 py-2.5 text-sm text-text-2">
          <Plural
            value={absent}
            one="# pilot who said coming was not seen"
            other="# pilots who said coming were not seen"
          />
        </p>
      )}
    </Card>
  );
}

function spanOf({ firstAt, lastAt }: ParticipantEntry): string {
  if (firstAt === null || lastAt === null) return "";
  return `${eveClock(Date.parse(firstAt))} – ${eveClock(Date.parse(lastAt))}`;
}

function TickButton({ operation }: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t`Note names`}</Button>
      {isOpen && <TickDialog operation={operation} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Members who answered have a checkbox; the names of others are typed. */
function TickDialog({ operation, onClose }: PartProps & { onClose: () => void }) {
  const { id, answers, participation } = operation;
  const noted = notedIn(operation);
  const seen = participation?.people.filter(({ minutes }) => minutes !== null) ?? [];
  const people = new Map([...noted, ...answers].map(({ userId, name }) => [userId, name]));
  for (const { userId } of seen) people.delete(userId);
  const [before] = useState(noted.map(({ userId }) => userId));
  const [userIds, setUserIds] = useState(before);
  const [typed, setTyped] = useState("");
  const { act, isPending, failure } = useAction(tickMutation, t`Nothing was changed`);
  const names = typed.split("\n").filter((name) => name.trim() !== "");
  return (
    <Dialog title={t`Who took part?`} isBusy={isPending} isTouched onClose={onClose}>
      <Form
        className="grid gap-4"
        onKeyDown={submitOnControlEnter}
        onSubmit={() => {
          const ticked = userIds.filter((userId) => !before.includes(userId));
          const unticked = before.filter((userId) => !userIds.includes(userId));
          void act({ id, ticked, unticked, names }, { onSuccess: onClose });
        }}
      >
        <p className="text-text-2">
          <Trans>
            For operations whose fleet was not read. What you note here is the whole list: who is
            not in it has not taken part.
          </Trans>
        </p>
        {people.size > 0 && (
          <CheckboxList
            legend={t`Who answered`}
            options={[...people].map(([value, name]) => ({
              value,
              label: <bdi>{name ?? say(UNKNOWN_USER)}</bdi>,
            }))}
            value={userIds}
            onChange={setUserIds}
          />
        )}
        <TextareaField
          label={t`Other members`}
          hint={t`Names of mains, one a line.`}
          value={typed}
          error={failure}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t`Discard`}</Button>
          <Button type="submit" variant="primary" isBusy={isPending} busyLabel={t`Saving...`}>
            {t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
