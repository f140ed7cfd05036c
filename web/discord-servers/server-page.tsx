import { useQuery, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { DiscordServer } from "#shared/discord/servers.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { Loading, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DriftCard } from "./drift-card.tsx";
import { RolePreviewCard } from "./preview-card.tsx";
import { RoleHoldersCard } from "./role-holders-card.tsx";
import { RoleWorkCard } from "./work-card.tsx";
import { enumerated } from "#web/lib/sentence.ts";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { Card } from "#web/ui/card.tsx";
import { discordSentence } from "#web/events/discord-sentence.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { Sentence } from "#web/ui/text.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { ServerHealthCard } from "./health-card.tsx";
import { NicknamesCard } from "./nicknames-card.tsx";
import {
  checkMutation,
  driftQuery,
  previewQuery,
  saveServerMutation,
  serverQuery,
  switchServerMutation,
  serverActivityQuery,
  removeMutation,
} from "./queries.ts";
import { RolesCard } from "./roles-card.tsx";
import { ServerSaveBar } from "./save-bar.tsx";
import { ServerStateChip } from "./state-chip.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

const TYPING_MS = 400;

export default function ServerPage() {
  const { serverId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(serverQuery(serverId));
  if (isGone(error)) {
    return (
      <>
        <PageHeader title={t`Server not found`} subtitle={t`It is not set up here.`} />
        <ButtonLink variant="primary" to={paths.adminDiscord}>
          {t`Back to Discord`}
        </ButtonLink>
      </>
    );
  }
  if (data) return <Server key={data.id} server={data} />;
  return (
    <>
      <PageHeader title={t`Server`} tabTitle="Discord" />
      {isPending ? (
        <Loading>{t`Loading the server...`}</Loading>
      ) : (
        <LoadFailed title={t`The server could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function Server({ server }: { server: DiscordServer }) {
  const { id, name, isOn, roles } = server;
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const shownRole = params.get("role");
  const draft = useSettingsDraft(server);
  const settled = useDebounced(draft.settings, TYPING_MS);
  const preview = useQuery(previewQuery(server, settled));
  // What stands below the drift would move when the drift is read.
  const isDriftPending = useQuery({ ...driftQuery(server), enabled: isOn }).isPending && isOn;
  const isCurrent = JSON.stringify(settled) === JSON.stringify(draft.settings);
  const shown = isCurrent ? preview.data : undefined;
  const isUnknown = isCurrent && preview.isError && shown === undefined;
  const save = useAction(saveServerMutation, t`Failed to save the settings`);
  const turn = useAction(switchServerMutation, t`Failed to switch the server`);
  const check = useAction(checkMutation, t`Failed to check the server`);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [isRemoving, setIsRemoving] = useState(false);
  const roleName = (roleId: string) =>
    roles.find((role) => role.id === roleId)?.name ?? t`A deleted role`;
  const runCheck = (retries: boolean) => void check.act({ id, retries });
  const turnTo = (on: boolean) => void turn.act({ id, isOn: on, version: server.version });
  const isChecking = check.isPending || server.work.isChecking;
  return (
    <div className="grid grid-cols-1 gap-4 *:[header]:mb-0">
      <Header
        server={server}
        actions={
          isOn && (
            <>
              <Button
                icon={<Icon name="refresh" />}
                isBusy={isChecking}
                busyLabel={t`Checking...`}
                onClick={() => runCheck(false)}
              >
                {t`Check for drift`}
              </Button>
              <Button
                icon={<Icon name="pause" />}
                isBusy={turn.isPending}
                busyLabel={t`Switching off...`}
                onClick={() => turnTo(false)}
              >
                {t`Switch off`}
              </Button>
            </>
          )
        }
      />
      <RoleWorkCard server={server} isRetrying={check.isPending} onRetry={() => runCheck(true)} />
      {!isOn && (
        <ServerHealthCard server={server} isChecking={isChecking} onCheck={() => runCheck(false)} />
      )}
      {isOn && <DriftCard server={server} draft={draft} />}
      {!isDriftPending && (
        <>
          <RolesCard server={server} draft={draft} wanted={shown?.wanted} />
          {shownRole !== null &&
            server.settings.roles.some(({ roleId }) => roleId === shownRole) && (
              <RoleHoldersCard
                key={shownRole}
                server={server}
                roleId={shownRole}
                onClose={() => setParams({}, { preventScrollReset: true, replace: true })}
              />
            )}
          <NicknamesCard server={server} draft={draft} error={fields["nickname.template"]} />
          <JoiningCard draft={draft} />
          {(!isOn || draft.isChanged || isUnknown) && (
            <RolePreviewCard
              preview={shown}
              isPending={!isCurrent || preview.isPending}
              serverName={name}
              roleName={roleName}
              onRetry={() => void preview.refetch()}
            />
          )}
          {isOn && (
            <ServerHealthCard
              server={server}
              isChecking={isChecking}
              onCheck={() => runCheck(false)}
            />
          )}
          <HistoryCard serverId={id} />
          <div>
            <Button
              id="server-removal"
              variant="ghost"
              icon={<Icon name="trash" />}
              onClick={() => setIsRemoving(true)}
            >
              {t`Remove from Muster...`}
            </Button>
          </div>
        </>
      )}
      <ServerSaveBar
        server={server}
        isChanged={draft.isChanged}
        preview={shown}
        isUnknown={isUnknown}
        isSaving={save.isPending}
        isSwitching={turn.isPending}
        failure={save.failure ?? turn.failure ?? check.failure}
        onDiscard={() => {
          draft.reset();
          setFields({});
        }}
        onSwitchOn={() => turnTo(true)}
        onSave={() => {
          setFields({});
          void save.act(
            { id, ...draft.settings, version: draft.version },
            { onSuccess: draft.reset, onRefusal: setFields },
          );
        }}
      />
      {isRemoving && (
        <RemoveServerDialog
          server={server}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => void navigate(paths.adminDiscord)}
        />
      )}
    </div>
  );
}

type HeaderProps = { server: DiscordServer; actions: ReactNode };

function Header({ server, actions }: HeaderProps) {
  const { name, isOn, memberCount, linkedCount, roles, ownerName } = server;
  const linked = t`${ph({ linkedCount: formatInteger(linkedCount) })} of them linked`;
  const roleCount = plural({ count: roles.length }, { one: "# role", other: "# roles" });
  const facts = enumerated(
    memberCount === null
      ? [linked, roleCount]
      : [
          t`${ph({ memberCount: formatInteger(memberCount) })} people on the server`,
          linked,
          roleCount,
        ],
  );
  return (
    <PageHeader
      title={name}
      tabTitle={t`${name} on Discord`}
      chips={<ServerStateChip state={isOn ? "on" : "off"} />}
      subtitle={
        ownerName === null ? (
          facts
        ) : (
          <Trans>
            {facts}, owner <bdi>{ownerName}</bdi>
          </Trans>
        )
      }
      actions={actions}
    />
  );
}

/** The group whose linked members can join the server from their dashboard. */
function JoiningCard({ draft }: { draft: SettingsDraft }) {
  const { settings, groupNames, change, learn } = draft;
  const { joinGroupId } = settings;
  return (
    <Card anchor="server-joining" title={t`Joining`}>
      <div className="max-w-xl">
        <p className="mb-3 text-sm text-text-2">
          <Trans>
            Linked members of this group find the server on their dashboard and join it with one
            click, without an invite link.
          </Trans>
        </p>
        <GroupsField
          label={t`Group that may join`}
          groups={
            joinGroupId === null
              ? []
              : [{ key: joinGroupId, text: groupNames[joinGroupId] ?? t`A deleted group` }]
          }
          onAdd={({ key, text }) => {
            learn(key, text);
            change({ joinGroupId: key });
          }}
          onRemove={() => change({ joinGroupId: null })}
        />
      </div>
    </Card>
  );
}

/** What Muster and people have done with the server; loaded when it is opened. */
function HistoryCard({ serverId }: { serverId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      isFlush
      title={t`History`}
      actions={
        !isOpen && (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {t`Show`}
          </Button>
        )
      }
    >
      {isOpen && <History serverId={serverId} />}
    </Card>
  );
}

function History({ serverId }: { serverId: string }) {
  const list = useInfiniteQuery(serverActivityQuery(serverId));
  const events = itemsOf(list.data);
  if (list.isPending) return <RowsSkeleton label={t`Loading the history`} shape="line" />;
  if (!list.data) {
    return <LoadFailed title={t`The history could not be loaded`} onRetry={list.refetch} />;
  }
  if (events.length === 0) return <p className="px-4 py-3 text-text-2">{t`Nothing yet.`}</p>;
  return (
    <>
      <ol aria-label={t`History`} className="divide-y divide-line-faint">
        {events.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5"
          >
            <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <Sentence pieces={discordSentence(event)} />
            </p>
            <p className="text-sm whitespace-nowrap text-text-2">
              <RelativeTime at={event.createdAt} />
            </p>
          </li>
        ))}
      </ol>
      <LoadMore list={list} shown={events.length} />
    </>
  );
}

type RemoveDialogProps = { server: DiscordServer; onClose: () => void; onRemoved: () => void };

function RemoveServerDialog({ server, onClose, onRemoved }: RemoveDialogProps) {
  const dialog = useConfirmedChange(removeMutation, server.id, {
    done: t`Server removed`,
    onDone: onRemoved,
    failed: t`Failed to remove the server`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove the server?`}
      description={<bdi className="wrap-anywhere">{server.name}</bdi>}
      confirmLabel={t`Remove the server`}
      busyLabel={t`Removing...`}
    >
      <ConsequencesOf act="server" id={server.id} onLeave={onClose} />
    </ConfirmDialog>
  );
}
