import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ApplicationSummary, SigningKey } from "#shared/applications/applications.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CopyRow } from "#web/ui/for-programs.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import "#web/repairs/requirements.css";
import { allowedText, OnChip } from "./application-summary.tsx";
import { applicationsQuery, createMutation, rotateKeysMutation } from "./queries.ts";
import { sayShared } from "#web/language/messages.ts";
import { redirectProblem } from "#shared/applications/addresses.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import { AddressField } from "./fields.tsx";

export default function ApplicationsPage() {
  const { data, isPending, refetch } = useQuery(applicationsQuery);
  const [isCreating, setIsCreating] = useState(false);
  const add = (
    <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {t`Add application`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Applications`}
        subtitle={t`Wikis, forums and scripts that rely on Muster`}
        actions={data && data.applications.length > 0 && add}
      />
      {isPending ? (
        <Card isFlush>
          <RowsSkeleton label={t`Loading applications`} shape="two-lines" />
        </Card>
      ) : !data ? (
        <LoadFailed title={t`The applications could not be loaded`} onRetry={refetch} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <Card isFlush>
            {data.applications.length === 0 ? (
              <EmptyState variant="call-to-action" title={t`No application yet`} action={add}>
                <Trans>
                  Players sign in to a wiki or a forum with Muster, and it learns their groups.
                  Scripts read the API with a token.
                </Trans>
              </EmptyState>
            ) : (
              <ul aria-label={t`Applications`} className="divide-y divide-line-faint">
                {data.applications.map((application) => (
                  <Row key={application.id} application={application} />
                ))}
              </ul>
            )}
          </Card>
          <Card title={t`For every application`}>
            <div className="grid gap-2">
              <CopyRow label={t`Issuer`} value={data.issuer} what={t`the issuer`} />
              <p className="text-sm text-text-2">
                <Trans>
                  Most programs ask for the issuer or the discovery address, a client id and a
                  secret.
                </Trans>
              </p>
            </div>
          </Card>
          <KeysCard keys={data.keys} />
        </div>
      )}
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function Row({ application }: { application: ApplicationSummary }) {
  const { id, name, isOn, isPublic, requiredGroup, people, lastSignInAt } = application;
  const who =
    requiredGroup === null ? (
      t`Every player`
    ) : requiredGroup.name === null ? (
      <Trans>
        Members of <bdi>a deleted group</bdi>
      </Trans>
    ) : (
      <Trans>
        Members of <bdi>{ph({ groupName: requiredGroup.name })}</bdi>
      </Trans>
    );
  return (
    <li className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-surface-2">
      <span className="grid size-8 shrink-0 place-items-center rounded-control bg-signal-dim text-signal">
        <Icon name="apps" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to={paths.adminApplication(id)}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="text-xs wrap-anywhere text-text-2">
          <Trans>
            {ph({ who })}, {ph({ allowed: allowedText(people) })}
          </Trans>
        </p>
      </div>
      <span className="text-sm">
        <LastTime at={lastSignInAt} never={t`No sign-in yet`} />
      </span>
      {isPublic && (
        <Chip>
          <Trans context="application">Public</Trans>
        </Chip>
      )}
      <OnChip isOn={isOn} />
    </li>
  );
}

/** The keys that sign what applications are told. */
function KeysCard({ keys }: { keys: readonly SigningKey[] }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card isFlush>
      <details id={"signing-keys" satisfies Anchor} className="disclosure">
        <summary className="flex min-h-11 items-center gap-3 px-4 py-2">
          <h2 className="min-w-0 flex-1 text-lg">{t`Signing keys`}</h2>
          <span className="disclosure-chevron text-text-2">
            <Icon name="chevron" />
          </span>
        </summary>
        {keys.length > 0 && (
          <div className="border-t border-line-faint px-4 py-2.5">
            <Button size="sm" icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
              {t`Rotate`}
            </Button>
          </div>
        )}
        {keys.length === 0 ? (
          <p className="px-4 py-3 text-text-2">{t`Muster makes them within a minute.`}</p>
        ) : (
          <ul
            aria-label={t`Signing keys`}
            className="divide-y divide-line-faint border-t border-line-faint"
          >
            {keys.map(({ kid, createdAt, state }) => (
              <li key={kid} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">{kid}</code>
                <span className="text-sm text-text-2">
                  <Trans>
                    made <RelativeTime at={createdAt} />
                  </Trans>
                </span>
                <StateChip state={state} />
              </li>
            ))}
          </ul>
        )}
      </details>
      {isAsking && <RotateDialog onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function StateChip({ state }: Pick<SigningKey, "state">) {
  switch (state) {
    case "current":
      return <Chip tone="ok">{t`Signs now`}</Chip>;
    case "next":
      return <Chip icon="clock">{t`Signs next`}</Chip>;
    case "former":
      return <Chip icon="clock">{t`Still valid`}</Chip>;
  }
}

type Input = { name: string; redirectUri: string; kind: "confidential" | "public" };

const EMPTY: Input = { name: "", redirectUri: "", kind: "confidential" };

/** The server names the list of addresses, of which the form has the first. */
function toProblems({ redirectUris, ...fields }: Record<string, string>) {
  const ofAddress = Object.entries(fields).find(([name]) => name.startsWith("redirectUris"));
  const problem = redirectUris ?? ofAddress?.[1];
  return problem === undefined ? fields : { ...fields, redirectUri: problem };
}

function CreateDialog({ onClose }: { onClose: () => void }) {
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

function RotateDialog({ onClose }: { onClose: () => void }) {
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
