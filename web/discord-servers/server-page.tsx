import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { DiscordServer } from "#shared/discord/servers.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { DriftCard } from "#web/discord-servers/changes/drift-card.tsx";
import { PreviewCard } from "#web/discord-servers/changes/preview-card.tsx";
import { RoleHoldersCard } from "#web/discord-servers/changes/role-holders-card.tsx";
import { WorkCard } from "#web/discord-servers/changes/work-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { JoiningCard } from "./joining-card.tsx";
import { NicknamesCard } from "./nicknames-card.tsx";
import {
  checkMutation,
  previewQuery,
  saveMutation,
  serverQuery,
  switchMutation,
} from "./queries.ts";
import { RolesCard } from "#web/discord-servers/roles/roles-card.tsx";
import { enumerated } from "#web/lib/enumerated.ts";
import { SaveBar } from "./save-bar.tsx";
import { StateChip } from "./state-chip.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const RemoveDialog = lazy(() => import("./remove-dialog.tsx"));

const TYPING_MS = 400;

export default function ServerPage() {
  const { serverId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(serverQuery(serverId));
  const isMissing = isGone(error);
  useBreadcrumb(isMissing ? t`Server not found` : data?.name);
  if (isPending) {
    return (
      <>
        <PageTitle>Discord</PageTitle>
        <Loading>{t`Loading the server...`}</Loading>
      </>
    );
  }
  if (isMissing) {
    return (
      <>
        <PageHeader title={t`Server not found`} subtitle={t`It is not set up here.`} />
        <ButtonLink variant="primary" to={paths.adminDiscord}>
          <Trans>Back to Discord</Trans>
        </ButtonLink>
      </>
    );
  }
  if (!data) return <LoadFailed title={t`The server could not be loaded`} onRetry={refetch} />;
  return <Server key={data.id} server={data} />;
}

function Server({ server }: { server: DiscordServer }) {
  const { id, name, isOn, roles } = server;
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const shownRole = params.get("role");
  const draft = useSettingsDraft(server);
  const settled = useDebounced(draft.settings, TYPING_MS);
  const preview = useQuery(previewQuery(id, settled));
  const isCurrent = JSON.stringify(settled) === JSON.stringify(draft.settings);
  const shown = isCurrent ? preview.data : undefined;
  const isUnknown = isCurrent && preview.isError && shown === undefined;
  const save = useAction(saveMutation, t`Failed to save the settings`);
  const turn = useAction(switchMutation, t`Failed to switch the server`);
  const check = useAction(checkMutation, t`Failed to check the server`);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [isRemoving, setIsRemoving] = useState(false);
  const roleName = (roleId: string) =>
    roles.find((role) => role.id === roleId)?.name ?? t`A deleted role`;
  const runCheck = (retries: boolean) => void check.act({ id, retries });
  const turnTo = (on: boolean) => void turn.act({ id, isOn: on, version: server.version });
  const isChecking = check.isPending || server.work.isChecking;
  return (
    <div className="grid grid-cols-1 gap-4">
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
                <Trans>Check for drift</Trans>
              </Button>
              <Button
                icon={<Icon name="pause" />}
                isBusy={turn.isPending}
                busyLabel={t`Switching off...`}
                onClick={() => turnTo(false)}
              >
                <Trans>Switch off</Trans>
              </Button>
            </>
          )
        }
      />
      <WorkCard server={server} isRetrying={check.isPending} onRetry={() => runCheck(true)} />
      {!isOn && (
        <HealthCard server={server} isChecking={isChecking} onCheck={() => runCheck(false)} />
      )}
      {isOn && <DriftCard server={server} draft={draft} />}
      <RolesCard server={server} draft={draft} wanted={shown?.wanted} />
      {shownRole !== null && server.settings.roles.some(({ roleId }) => roleId === shownRole) && (
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
        <PreviewCard
          preview={shown}
          isPending={!isCurrent || preview.isPending}
          serverName={name}
          roleName={roleName}
          onRetry={() => void preview.refetch()}
        />
      )}
      {isOn && (
        <HealthCard server={server} isChecking={isChecking} onCheck={() => runCheck(false)} />
      )}
      <HistoryCard serverId={id} />
      <div>
        <Button
          id="server-removal"
          variant="ghost"
          icon={<Icon name="trash" />}
          onClick={() => setIsRemoving(true)}
        >
          <Trans>Remove from Muster...</Trans>
        </Button>
      </div>
      <SaveBar
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
      <Suspense>
        {isRemoving && (
          <RemoveDialog
            server={server}
            onClose={() => setIsRemoving(false)}
            onRemoved={() => void navigate(paths.adminDiscord)}
          />
        )}
      </Suspense>
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
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateChip state={isOn ? "on" : "off"} />
          <span>
            {ownerName === null ? (
              facts
            ) : (
              <Trans>
                {facts}, owner <bdi>{ownerName}</bdi>
              </Trans>
            )}
          </span>
        </span>
      }
      actions={actions}
    />
  );
}
