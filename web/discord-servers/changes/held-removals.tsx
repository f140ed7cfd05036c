import { Plural, Trans, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { DiscordServer, ServerRemovals } from "#shared/discord/servers.ts";
import { heldMembersQuery, removalsMutation } from "#web/discord-servers/queries.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Change, DiscordPerson } from "./changed-member.tsx";

type Input = Pick<ServerRemovals, "reason" | "decision">;
type HeldRemovalsProps = { server: DiscordServer; count: number; onDecided: () => void };

/** Who would lose which roles; release or discard, with a reason. `count` is the number that the person has read. */
export function HeldRemovals({ server: { id, roles }, count, onDecided }: HeldRemovalsProps) {
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
                  <Change key={roleId} kind="remove">
                    {roles.find((role) => role.id === roleId)?.name ?? t`A deleted role`}
                  </Change>
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
          <Trans>Discard, keep the roles</Trans>
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
