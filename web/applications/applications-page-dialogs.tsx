import { t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import { useNavigate } from "react-router";
import { redirectProblem } from "#shared/applications/addresses.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import { AddressField } from "./fields.tsx";
import { createMutation, rotateKeysMutation } from "./queries.ts";

type Input = { name: string; redirectUri: string; kind: "confidential" | "public" };

const EMPTY: Input = { name: "", redirectUri: "", kind: "confidential" };

/** The server names the list of addresses, of which the form has the first. */
function toProblems({ redirectUris, ...fields }: Record<string, string>) {
  const ofAddress = Object.entries(fields).find(([name]) => name.startsWith("redirectUris"));
  const problem = redirectUris ?? ofAddress?.[1];
  return problem === undefined ? fields : { ...fields, redirectUri: problem };
}

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    // The server says what is wrong with the name: the schema would weigh more than the dialog.
    validate: ({ name, redirectUri, kind }) => {
      const uri = redirectUri.trim();
      const problem = uri === "" ? undefined : redirectProblem(uri);
      return problem === undefined
        ? { value: { name, redirectUris: uri === "" ? [] : [uri], isPublic: kind === "public" } }
        : { problems: { redirectUri: sayShared(problem) } };
    },
    toProblems,
    mutation: createMutation,
    failed: t`Failed to add the application`,
    onDone: ({ application }) => {
      onClose();
      void navigate(paths.adminApplication(application.id));
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Add application`}
      description={t`It may then ask players to sign in with Muster. Nothing is sent before a player allows it.`}
      confirmLabel={t`Add application`}
      busyLabel={t`Adding...`}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        hint={t`Players read it when they sign in`}
        required
        dir="auto"
        autoComplete="off"
        value={input.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <AddressField
        label={t`Redirect URI`}
        hint={t`The application’s documentation says it; you can also add it later`}
        value={input.redirectUri}
        error={problems.redirectUri}
        onChange={({ target }) => set({ redirectUri: target.value })}
      />
      <RadioCards
        legend={t`Where it runs`}
        value={input.kind}
        options={[
          {
            value: "confidential",
            label: t`On a server`,
            hint: t`A wiki, a forum, Mumble. It can keep a secret.`,
          },
          {
            value: "public",
            label: t`In a browser or on a player’s computer`,
            hint: t`It cannot keep a secret, so it must use PKCE.`,
          },
        ]}
        onChange={(kind) => set({ kind })}
      />
    </ConfirmDialog>
  );
}

export function RotateDialog({ onClose }: { onClose: () => void }) {
  const dialog = useConfirmedChange(rotateKeysMutation, undefined, {
    done: t`New signing key made`,
    failed: t`Failed to rotate the keys`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Rotate the signing keys?`}
      description={t`New tokens are signed with the other key. The present one stays valid until the next rotation, so that applications notice nothing.`}
      confirmLabel={t`Rotate the keys`}
      busyLabel={t`Rotating...`}
    />
  );
}
