import { Plural, Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DeletionPreview } from "#shared/account/deletion.ts";
import { useInput } from "#web/lib/form/use-form.ts";
import { enumerated, sentenceGap } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog, Dialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { deletionQuery } from "./queries.ts";

type Props = { onClose: () => void };

const TITLE = msg`Delete your account?`;

export default function DeleteAccountDialog({ onClose }: Props) {
  const { data, error, refetch } = useQuery(deletionQuery);
  if (data && data.ownedGroups.length === 0 && !data.canBeTakenBack)
    return <Confirm preview={data} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title={data && !data.canBeTakenBack ? t`You still own groups` : say(TITLE)}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {data?.canBeTakenBack ? (
        <Alert tone="warn">
          <Trans>
            Your main was changed in the last 14 days. To delete your account now, make your former
            main the main again. This protects your account if someone else takes it over.
          </Trans>
        </Alert>
      ) : data ? (
        <OwnedGroups groups={data.ownedGroups} />
      ) : error ? (
        <LoadFailed title={t`The preview could not be loaded`} onRetry={refetch} />
      ) : (
        <Loading>{t`Loading...`}</Loading>
      )}
    </Dialog>
  );
}

/** A group keeps its owner: the user decides first what becomes of each. */
function OwnedGroups({ groups }: { groups: DeletionPreview["ownedGroups"] }) {
  return (
    <>
      <p className="text-text-2">
        <Trans>
          You own <Plural value={{ count: groups.length }} one="# group" other="# groups" />.
          Transfer each of them to another member or delete it. Then you can delete your account.
        </Trans>
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
        : { problems: { name: t`This is not the name of your main` } },
  });
  const dialog = useProvenAct(
    "deleteAccount",
    { name: input.name.trim() },
    {
      title: say(TITLE),
      description: t`This cannot be undone.`,
      confirmLabel: t`Delete account`,
      busyLabel: t`Deleting...`,
      isDangerous: true,
      onClose,
      children: (
        <>
          <Consequences preview={preview} />
          <TextField
            label={t`Type ${mainCharacterName} to confirm`}
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
  const isQuestion = dialog.title === say(TITLE);
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
          <Trans>
            <bdi>{ph({ characterNames: enumerated(characterNames) })}</bdi>: permissions revoked at
            EVE, sheets erased
          </Trans>
        </li>
        {discordName !== null && (
          <li>
            <Trans>
              Discord account <bdi>{discordName}</bdi>: unlinked, permission revoked
            </Trans>
          </li>
        )}
        {membershipCount > 0 && (
          <li>
            <Trans>
              <Plural
                value={membershipCount}
                one="# group membership ended"
                other="# group memberships ended"
              />
            </Trans>
          </li>
        )}
        <li>{t`All sessions ended, on every device and at applications`}</li>
      </ul>
      <p className="text-sm text-text-2">
        <Trans>
          Logs keep the names of groups, including those that you created. Muster keeps the id of
          your account for up to a day, until every application has confirmed that your account is
          gone.
        </Trans>
      </p>
      <p className="text-sm text-text-2">
        <Trans>
          If administrators keep one of your characters on a watchlist, its public name and id and
          their reason stay until 90 days after the entry ends. Ask the administrators about it.
        </Trans>
      </p>
      {directorships.map((directorship) => (
        <Warning key={`${directorship.corporationName} ${directorship.characterName}`}>
          <Trans>
            <bdi>{ph({ characterName: directorship.characterName })}</bdi> will no longer be a
            director of <bdi>{ph({ corporationName: directorship.corporationName })}</bdi> here.
          </Trans>
          {sentenceGap()}
          {directorship.otherDirectors === 0
            ? t`It has no other director, so its data will no longer be updated.`
            : t`It still has ${plural({ count: directorship.otherDirectors }, { one: "# other director", other: "# other directors" })}.`}
        </Warning>
      ))}
      {preview.isLastAdministrator && (
        <Warning>
          <Trans>
            You are the only administrator with an account here. Until another one logs in, only the
            person who deploys Muster can manage it.
          </Trans>
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <Alert tone="warn">{children}</Alert>;
}
