import type { User } from "#shared/session.ts";
import { useAuthorization } from "#web/lib/use-authorization.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { startLink } from "./queries.ts";

/** What needs the user, each with the one action that settles it. Nothing to settle: no card. */
export function AttentionCard({ characters }: Pick<User, "characters">) {
  const { start, busyWith } = useAuthorization(startLink);
  const revoked = characters.filter(({ tokenState }) => tokenState === "revoked");
  if (revoked.length === 0) return null;
  return (
    <Card
      isFlush
      className="border-warn-dim"
      title={
        <span className="flex items-center gap-3">
          Needs attention <Chip tone="warn">{revoked.length}</Chip>
        </span>
      }
    >
      <ul>
        {revoked.map(({ characterId, characterName }) => (
          <li
            key={characterId}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0"
          >
            <Chip tone="danger">Authorization lost</Chip>
            <div className="min-w-40 flex-1">
              <p className="font-medium">{characterName}</p>
              <p className="text-sm text-text-3">
                EVE no longer lets Muster read this character. What was read before is kept.
              </p>
            </div>
            <Button
              size="sm"
              isBusy={busyWith === characterId}
              busyLabel="Redirecting..."
              onClick={() => start(characterId)}
            >
              Authorize again<VisuallyHidden>: {characterName}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
