import type { User } from "#shared/session.ts";
import { Lock } from "#web/eve/lock.tsx";
import { Portrait } from "#web/eve/portrait.tsx";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { RefreshButton } from "./refresh-button.tsx";

export function MainCharacterCard({ user }: { user: User }) {
  const main = user.characters.find(({ characterId }) => characterId === user.mainCharacterId);
  if (!main) return null;
  return (
    <Card title="Main Character" actions={<RefreshButton {...main} />}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-1">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-5">
          <Lock>
            <Portrait characterId={main.characterId} size={96} isHero />
          </Lock>
          <p className="min-w-0 font-display text-2xl/tight font-semibold">{main.characterName}</p>
        </div>
        <ButtonLink to={paths.character(main.characterId)}>
          View Details<VisuallyHidden> of {main.characterName}</VisuallyHidden>
        </ButtonLink>
      </div>
    </Card>
  );
}
