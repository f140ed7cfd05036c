import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { perLanguage, sayShared } from "#web/language/messages.ts";
import type { DiscordServers, ServerSummary } from "#shared/discord/servers.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { addMutation, serversQuery } from "./queries.ts";
import { ServerStateChip } from "./state-chip.tsx";

export default function ServersPage() {
  const { data, isPending, refetch } = useQuery(serversQuery);
  return (
    <>
      <PageHeader
        title="Discord"
        subtitle={t`Roles on your Discord servers follow the groups`}
        actions={data?.installUrl && <InstallLink url={data.installUrl} />}
      />
      {isPending ? (
        <Card isFlush>
          <RowsSkeleton label={t`Loading servers`} shape="two-lines" />
        </Card>
      ) : !data ? (
        <LoadFailed title={t`The servers could not be loaded`} onRetry={refetch} />
      ) : (
        <Servers {...data} />
      )}
    </>
  );
}

function Servers({ installUrl, permissions, servers, failure }: DiscordServers) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure !== null && (
        <Alert tone="warn" title={t`Discord's list of servers could not be read`}>
          {sayShared(failure)} {t`Servers that are set up are shown.`}
        </Alert>
      )}
      {installUrl === null ? (
        <NoBot />
      ) : (
        <Card
          isFlush
          title={t`Servers`}
          actions={
            <output className="text-sm text-text-2">
              {plural({ count: servers.length }, { one: "# server", other: "# servers" })}
            </output>
          }
        >
          {servers.length === 0 ? (
            <EmptyState
              variant="call-to-action"
              title={t`The bot is on no server yet`}
              action={<InstallLink url={installUrl} />}
            >
              <Trans>
                Discord asks for {ph({ permissions: lists().format(permissions.map(sayShared)) })}.
                Muster changes nothing until you switch a server on.
              </Trans>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line-faint">
              {servers.map((server) =>
                server.state === "new" ? (
                  <NewServer key={server.id} {...server} />
                ) : (
                  <Server key={server.id} {...server} />
                ),
              )}
            </ul>
          )}
        </Card>
      )}
    </div>
  );
}

function Server({ id, name, state }: ServerSummary) {
  return (
    <li className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-surface-2">
      <Link
        to={paths.adminDiscordServer(id)}
        className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="ml-auto">
        <ServerStateChip state={state} />
      </span>
    </li>
  );
}

/** The bot is there, but nothing is set up. */
function NewServer({ id, name, state }: ServerSummary) {
  const navigate = useNavigate();
  const { act, isPending, failure } = useAction(addMutation, t`Failed to set up the server`);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
      <span className="ml-auto">
        <ServerStateChip state={state} />
      </span>
      <Button
        size="sm"
        isBusy={isPending}
        busyLabel={t`Setting up...`}
        onClick={() =>
          void act(id, {
            onSuccess: (server) => void navigate(paths.adminDiscordServer(server.id)),
          })
        }
      >
        <Trans>
          Set up<VisuallyHidden> {name}</VisuallyHidden>
        </Trans>
      </Button>
      {failure !== undefined && (
        <div className="basis-full">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </li>
  );
}

function NoBot() {
  return (
    <Card isFlush>
      <EmptyState variant="not-found" title={t`No Discord bot is set up`}>
        <Trans>
          Linking Discord accounts works without one. To let roles follow groups, set the secret
          DISCORD_BOT_TOKEN.{" "}
          <Link className="link" to={`${paths.adminSettings}#diagnosis`}>
            Settings
          </Link>{" "}
          say how.
        </Trans>
      </EmptyState>
    </Card>
  );
}

const lists = perLanguage((tag) => new Intl.ListFormat(tag));

/** Discord's page that puts the bot on a server, with exactly the permissions that it needs. */
function InstallLink({ url }: { url: string }) {
  return (
    <ButtonLink variant="primary" to={url} target="_blank" rel="noreferrer">
      {t`Add to a server`}
      <Icon name="external" />
    </ButtonLink>
  );
}
