import { Trans, ph, t } from "#web/language/macros.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { User } from "#shared/session.ts";
import { Affiliation } from "#web/eve/affiliation.tsx";
import { GrantButton } from "#web/eve/grant-button.tsx";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { RefreshButton } from "#web/dashboard/characters/refresh-button.tsx";

type MainCharacterCardProps = {
  main: User["characters"][number];
  overview: OverviewCharacter | undefined;
};

export function MainCharacterCard({ main, overview }: MainCharacterCardProps) {
  return (
    <Card
      title={t`Main Character`}
      actions={
        <>
          {overview?.lastUpdated && (
            <span className="text-xs text-text-2">
              <Trans>
                Updated <RelativeTime at={overview.lastUpdated} />
              </Trans>
            </span>
          )}
          <RefreshButton character={main} overview={overview} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 p-1">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-5">
          <Lock>
            <Portrait characterId={main.characterId} size={96} />
          </Lock>
          <div className="grid min-w-0 grid-cols-1 gap-2">
            <p className="font-display text-2xl/tight font-semibold wrap-anywhere">
              {main.characterName}
            </p>
            {overview && <Affiliation of={overview} />}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2 lg:flex-col lg:items-stretch">
          <ButtonLink to={paths.character(main.characterId)}>
            <Trans>
              View Details
              <VisuallyHidden> of {ph({ characterName: main.characterName })}</VisuallyHidden>
            </Trans>
          </ButtonLink>
          <GrantButton character={main} variant="ghost" />
        </div>
      </div>
    </Card>
  );
}
