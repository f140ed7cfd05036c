import { Trans, t } from "#web/language/macros.ts";
import type { CharacterDetail } from "#shared/characters.ts";
import { Link } from "react-router";
import { Affiliation } from "#web/eve/affiliation.tsx";
import { GrantButton } from "#web/eve/grant-button.tsx";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { NameActions } from "#web/eve/pilot-name.tsx";
import { useRefreshCharacter } from "#web/eve/refresh-character.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

export function CharacterHeader({ character }: { character: CharacterDetail }) {
  const { characterId, isOwner, lastUpdated, public: sheet } = character;
  const { user } = useSession();
  const isMain = user?.mainCharacterId === characterId;
  const own = user?.characters.find((linked) => linked.characterId === characterId);
  const portrait = <Portrait characterId={characterId} size={64} />;
  return (
    <PageHeader
      title={sheet.info.name}
      trail={[{ to: paths.dashboard, label: t`Dashboard` }]}
      image={isMain ? <Lock>{portrait}</Lock> : portrait}
      chips={
        <>
          {isOwner && (
            <Chip tone="gold" icon="person">
              {t`Owner`}
            </Chip>
          )}
          {isMain && <Chip tone="gold">{t`Main`}</Chip>}
          <AuthorizationChip character={character} />
          {own?.hasDirectorAccess && <Chip icon="tower">{t`Director access`}</Chip>}
        </>
      }
      subtitle={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Affiliation of={sheet.info} />
          <span className="text-sm">
            {lastUpdated ? (
              <Trans>
                Updated <RelativeTime at={lastUpdated} />
              </Trans>
            ) : (
              t`Never updated`
            )}
          </span>
          {character.userId !== null && (
            <Link className="link text-sm" to={paths.adminPilot(character.userId)}>
              {t`Page of the player`}
            </Link>
          )}
          <NameActions characterId={characterId} name={sheet.info.name} />
        </div>
      }
      actions={
        isOwner && (
          <>
            {own && <GrantButton character={own} variant="ghost" />}
            <RefreshButton character={character} />
          </>
        )
      }
    />
  );
}

function RefreshButton({ character }: { character: CharacterDetail }) {
  const { refresh, isBusy } = useRefreshCharacter(character.characterId, character);
  return (
    <Button
      icon={<Icon name="refresh" />}
      isBusy={isBusy}
      busyLabel={t`Refreshing...`}
      onClick={refresh}
    >
      {t`Refresh`}
    </Button>
  );
}

/** The state of the character's authorization. Owner only. */
function AuthorizationChip({ character }: { character: CharacterDetail }) {
  if (!character.private) return null;
  const { tokenState, missingScopes } = character.private;
  if (character.isBiomassed) return <Chip>{t`Biomassed`}</Chip>;
  if (tokenState === "revoked") return <Chip tone="danger">{t`Authorization lost`}</Chip>;
  if (tokenState === "unknown") return <Chip icon="clock">{t`Authorization not checked`}</Chip>;
  if (missingScopes.length > 0) return <Chip tone="warn">{t`Partly authorized`}</Chip>;
  return <Chip tone="ok">{t`Authorized`}</Chip>;
}
