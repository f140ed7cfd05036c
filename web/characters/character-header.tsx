import { Trans, t } from "#web/language/macros.ts";
import type { CharacterDetail, Section, SectionState } from "#shared/characters.ts";
import { Link } from "react-router";
import { Affiliation } from "#web/eve/affiliation.tsx";
import { GrantButton } from "#web/eve/director-access/grant-button.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { Lock } from "#web/eve/lock.tsx";
import { useRefreshCharacter } from "#web/lib/api/refresh-character.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { announceRefresh } from "#web/ui/feedback/announce-refresh.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PageTitle } from "#web/ui/page/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

export function CharacterHeader({ character }: { character: CharacterDetail }) {
  const { characterId, isOwner, lastUpdated, public: sheet } = character;
  const { user } = useSession();
  const isMain = user?.mainCharacterId === characterId;
  const own = user?.characters.find((one) => one.characterId === characterId);
  const portrait = <Portrait characterId={characterId} size={96} />;
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-4 pt-1">
      <PageTitle>{sheet.info.name}</PageTitle>
      {isMain ? <Lock>{portrait}</Lock> : portrait}
      <div className="min-w-56 flex-1">
        <h1 className="text-2xl">{sheet.info.name}</h1>
        <div className="mt-1">
          <Affiliation of={sheet.info} />
        </div>
        <div className="mt-2 flex flex-wrap gap-1.5">
          {isOwner && (
            <Chip tone="gold" icon="person">
              <Trans>Owner</Trans>
            </Chip>
          )}
          {isMain && (
            <Chip tone="gold">
              <Trans>Main</Trans>
            </Chip>
          )}
          <AuthorizationChip character={character} />
          {own?.hasDirectorAccess && (
            <Chip icon="tower">
              <Trans>Director access</Trans>
            </Chip>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:flex-col md:items-end">
        {isOwner && (
          <div className="flex flex-wrap items-center gap-2">
            {own && <GrantButton character={own} variant="ghost" />}
            <RefreshButton character={character} />
          </div>
        )}
        <p className="text-sm text-text-2">
          {lastUpdated ? (
            <Trans>
              Updated <RelativeTime at={lastUpdated} />
            </Trans>
          ) : (
            t`Never updated`
          )}
        </p>
        <p className="flex gap-3 text-sm">
          {character.userId !== null && (
            <Link className="link" to={paths.adminPilot(character.userId)}>
              <Trans>Page of the player</Trans>
            </Link>
          )}
          <Outbound to={`https://zkillboard.com/character/${characterId}/`}>zKillboard</Outbound>
          <Outbound to={`https://evewho.com/character/${characterId}`}>EVE Who</Outbound>
        </p>
      </div>
    </header>
  );
}

function RefreshButton({ character }: { character: CharacterDetail }) {
  const { sections } = character;
  const isUnread =
    sections.assets?.state === "in_progress" ||
    PRIVATE_SECTIONS.every((name) => isUntouched(sections[name]));
  const { refresh, isBusy } = useRefreshCharacter(character.characterId, isUnread, announceRefresh);
  return (
    <Button
      icon={<Icon name="refresh" />}
      isBusy={isBusy}
      busyLabel={t`Refreshing...`}
      onClick={refresh}
    >
      <Trans>Refresh</Trans>
    </Button>
  );
}

const PRIVATE_SECTIONS: readonly Section[] = ["location", "status", "wallet", "skillQueue"];

function isUntouched(state: SectionState | undefined): boolean {
  return state?.state === "due" && state.updatedAt === null;
}

/** The state of the character's authorization. Owner only. */
function AuthorizationChip({ character }: { character: CharacterDetail }) {
  if (!character.private) return null;
  const { tokenState, missingScopes } = character.private;
  if (character.isBiomassed)
    return (
      <Chip>
        <Trans>Biomassed</Trans>
      </Chip>
    );
  if (tokenState === "revoked")
    return (
      <Chip tone="danger">
        <Trans>Authorization lost</Trans>
      </Chip>
    );
  if (tokenState === "unknown")
    return (
      <Chip icon="clock">
        <Trans>Authorization not checked</Trans>
      </Chip>
    );
  if (missingScopes.length > 0)
    return (
      <Chip tone="warn">
        <Trans>Partly authorized</Trans>
      </Chip>
    );
  return (
    <Chip tone="ok">
      <Trans>Authorized</Trans>
    </Chip>
  );
}

function Outbound({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 text-text-2 underline decoration-1 underline-offset-4 hover:text-text-1"
    >
      {children}
      <VisuallyHidden>
        {" "}
        <Trans>(opens in a new tab)</Trans>
      </VisuallyHidden>
      <Icon name="external" size={12} />
    </a>
  );
}
