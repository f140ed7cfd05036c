import { useState } from "react";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { HALT_WORDS, PROBLEM_WORDS } from "#shared/discord/servers.ts";
import type { DiscordServer, ServerProblem, ServerRemovals } from "#shared/discord/servers.ts";
import { ph, Plural, plural, t, Trans } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { heldMembersQuery, removalsMutation } from "./queries.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { RoleChange, DiscordPerson } from "./changed-member.tsx";

type WorkCardProps = { server: DiscordServer; isRetrying: boolean; onRetry: () => void };

/** What Muster is doing on a server that is on, and what it could not do. */
export function RoleWorkCard({ server, isRetrying, onRetry }: WorkCardProps) {
  const { work, problems, isOn } = server;
  const { waiting, isChecking, halt, waitsUntil, removals } = work;
  // The number that stood here when the names were opened.
  const [readCount, setReadCount] = useState<number>();
  if (!isOn) return null;
  return (
    <Card isFlush title={t`Work`}>
      <output className="block px-4 py-3 wrap-anywhere">
        {waiting > 0 ? (
          <Trans>
            <b className="font-medium">
              <Plural value={waiting} one="# person" other="# people" /> to change
            </b>
            <span className="text-text-2">, as fast as Discord allows</span>
          </Trans>
        ) : isChecking ? (
          t`Reading the members of the server`
        ) : (
          t`Everybody has the roles that their groups give`
        )}
      </output>
      {halt !== null && (
        <Row icon="clock" title={sayShared(HALT_WORDS[halt])}>
          {waitsUntil !== null && (
            <Trans>
              Next try: <EveMoment at={waitsUntil} />.
            </Trans>
          )}
        </Row>
      )}
      {problems.length > 0 && (
        <Row
          icon="alert"
          title={t`${plural({ count: problems.length }, { one: "# person", other: "# people" })} could not be changed`}
          action={
            <Button size="sm" isBusy={isRetrying} busyLabel={t`Trying...`} onClick={onRetry}>
              {t`Try again`}
            </Button>
          }
        >
          <Problems problems={problems} />
        </Row>
      )}
      {removals !== null && removals.state === "held" && (
        <Row
          icon="pause"
          title={plural(
            { count: removals.count },
            { one: "# removal is held", other: "# removals are held" },
          )}
          action={
            <Button
              size="sm"
              aria-expanded={readCount !== undefined}
              onClick={() => setReadCount(readCount === undefined ? removals.count : undefined)}
            >
              {t`Look at them`}
            </Button>
          }
        >
          <Trans>
            So many people losing roles at once may be a mistake. No role is removed until a person
            releases them.
          </Trans>
        </Row>
      )}
      {readCount !== undefined && removals?.state === "held" && (
        <HeldRemovals server={server} count={readCount} onDecided={() => setReadCount(undefined)} />
      )}
    </Card>
  );
}

type RowProps = { icon: IconName; title: string; action?: ReactNode; children?: ReactNode };

function Row({ icon, title, action, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line-faint px-4 py-2.5">
      <span className="self-start pt-0.5 text-warn">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{title}</p>
        <div className="text-sm wrap-anywhere text-text-2">{children}</div>
      </div>
      {action}
    </div>
  );
}

function Problems({ problems }: { problems: readonly ServerProblem[] }) {
  return (
    <ul className="grid gap-0.5">
      {problems.map(({ discordId, name, mainCharacterName, problem }) => (
        <li key={discordId}>
          <Trans>
            <bdi className="text-text-1">{ph({ name: mainCharacterName ?? name })}</bdi>:{" "}
            {ph({ problem: sayShared(PROBLEM_WORDS[problem]) })}
          </Trans>
        </li>
      ))}
    </ul>
  );
}

type Input = Pick<ServerRemovals, "reason" | "decision">;
type HeldRemovalsProps = { server: DiscordServer; count: number; onDecided: () => void };

/** Who would lose which roles; release or discard, with a reason. `count` is the number that the person has read. */
function HeldRemovals({ server: { id, roles }, count, onDecided }: HeldRemovalsProps) {
  const { data, isError, refetch } = useQuery(heldMembersQuery(id));
  const { input, problems, set, submit, isPending, failure } = useForm({
    initial: { reason: "", decision: "discard" },
    validate: ({ reason, decision }: Input) =>
      reason.trim() === ""
        ? { problems: { reason: t`Reason is required` } }
        : { value: { id, decision, removalCount: count, reason } },
    mutation: removalsMutation,
    failed: t`Failed to save the decision`,
    onDone: (_server, { decision }) => {
      toast.success(
        decision === "release"
          ? t`${plural(count, { one: "# removal", other: "# removals" })} released`
          : t`${plural(count, { one: "# removal", other: "# removals" })} discarded`,
      );
      onDecided();
    },
  });

  return (
    <div className="grid gap-3 border-t border-line-faint p-4">
      {isError ? (
        <LoadFailed title={t`The names could not be loaded`} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading>{t`Loading names...`}</Loading>
      ) : (
        <ul
          aria-label={t({ context: "roles at Discord", message: "Removals held" })}
          className="max-h-72 divide-y divide-line-faint overflow-y-auto"
        >
          {data.map((member) => (
            <li key={member.discordId} className="grid gap-1.5 py-2">
              <DiscordPerson {...member} />
              <ul className="flex flex-wrap gap-1.5">
                {member.remove.map((roleId) => (
                  <RoleChange key={roleId} kind="remove">
                    {roles.find((role) => role.id === roleId)?.name ?? t`A deleted role`}
                  </RoleChange>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t`Reason, kept in the log`}
        maxLength={500}
        autoComplete="off"
        value={input.reason}
        error={problems.reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button isDisabled={isPending} onClick={() => submit({ decision: "discard" })}>
          {t`Discard, keep the roles`}
        </Button>
        <Button variant="danger" isBusy={isPending} onClick={() => submit({ decision: "release" })}>
          <Trans>
            Release <Plural value={count} one="# removal" other="# removals" />
          </Trans>
        </Button>
      </div>
    </div>
  );
}
