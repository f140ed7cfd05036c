import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DeletionPreview } from "#shared/account/deletion.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { useProvenAct } from "#web/proof/use-proven-act.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { deletionQuery } from "./queries.ts";

type Props = { onClose: () => void };

const TITLE = "Delete your account?";

export default function DeleteAccountDialog({ onClose }: Props) {
  const { data, error, refetch } = useQuery(deletionQuery);
  if (data && data.ownedGroups.length === 0 && !data.canBeTakenBack)
    return <Confirm preview={data} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={data && !data.canBeTakenBack ? "You still own groups" : TITLE}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data?.canBeTakenBack ? (
        <Alert tone="warn">
          Your main was changed in the last 14 days. To delete your account now, make your former
          main the main again. This protects your account if someone else takes it over.
        </Alert>
      ) : data ? (
        <OwnedGroups groups={data.ownedGroups} />
      ) : error ? (
        <LoadFailed title="The preview could not be loaded" onRetry={refetch} />
      ) : (
        <Loading>Loading...</Loading>
      )}
    </Dialog>
  );
}

/** A group keeps its owner: the user decides first what becomes of each. */
function OwnedGroups({ groups }: { groups: DeletionPreview["ownedGroups"] }) {
  return (
    <>
      <p className="text-text-2">
        You own {formatCount(groups.length, "group")}. Transfer each of them to another member or
        delete it. Then you can delete your account.
      </p>
      <ul className="mt-3 mb-1 grid gap-1">
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={paths.group(id)}
              dir="auto"
              className="block rounded-control border border-line-faint px-3 py-2 font-medium wrap-anywhere transition-colors hover:bg-surface-2"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Confirm({ preview, onClose }: Props & { preview: DeletionPreview }) {
  const { mainCharacterName } = preview;
  const { input, problems, set, submit } = useInput({
    initial: { name: "" },
    validate: ({ name }) =>
      name.trim() === mainCharacterName
        ? { value: name.trim() }
        : { problems: { name: "This is not the name of your main" } },
  });
  const dialog = useProvenAct(
    "deleteAccount",
    { name: input.name.trim() },
    {
      title: TITLE,
      description: "This cannot be undone.",
      confirmLabel: "Delete account",
      busyLabel: "Deleting...",
      isDangerous: true,
      onClose,
      children: (
        <>
          <Consequences preview={preview} />
          <TextField
            label={`Type ${mainCharacterName} to confirm`}
            dir="auto"
            autoComplete="off"
            value={input.name}
            error={problems.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </>
      ),
    },
  );
  const isQuestion = dialog.title === TITLE;
  const onConfirm = () => {
    if (!isQuestion || submit() !== undefined) dialog.onConfirm();
  };
  return <ConfirmDialog {...dialog} onConfirm={onConfirm} />;
}

function Consequences({ preview }: { preview: DeletionPreview }) {
  const { characterNames, membershipCount, discordName, directorships } = preview;
  return (
    <div className="grid gap-3">
      <ul className="grid list-disc gap-1 pl-5 text-text-2">
        <li>
          <bdi>{characterNames.join(", ")}</bdi>: permissions revoked at EVE, sheets erased
        </li>
        {discordName !== null && (
          <li>
            Discord account <bdi>{discordName}</bdi>: unlinked, permission revoked
          </li>
        )}
        {membershipCount > 0 && <li>{formatCount(membershipCount, "group membership")} ended</li>}
        <li>All sessions ended, on every device and at applications</li>
      </ul>
      <p className="text-sm text-text-2">
        Logs keep the names of groups, also of those that you created. Until an application has
        answered that it knows of the end, for at most a day, Muster keeps the id of your account.
      </p>
      {directorships.map((one) => (
        <Warning key={`${one.corporationName} ${one.characterName}`}>
          <bdi>{one.characterName}</bdi> will no longer be a director of{" "}
          <bdi>{one.corporationName}</bdi> here.{" "}
          {one.otherDirectors === 0
            ? "It has no other director, so its data will no longer be updated."
            : `It still has ${formatCount(one.otherDirectors, "other director")}.`}
        </Warning>
      ))}
      {preview.isLastAdministrator && (
        <Warning>
          You are the only administrator with an account here. Until another one logs in, only the
          person who deploys Muster can manage it.
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <Alert tone="warn">{children}</Alert>;
}
