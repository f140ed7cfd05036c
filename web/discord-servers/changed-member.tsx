import type { ReactNode } from "react";
import { msg, t, Plural, Trans, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { PreviewedMember } from "#shared/discord/servers.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { Button } from "#web/ui/button.tsx";

type Person = Pick<PreviewedMember, "name" | "mainCharacterId" | "mainCharacterName">;

/** A person on the server: the main and the Discord name, or the latter alone. */
export function DiscordPerson({ name, mainCharacterId, mainCharacterName }: Person) {
  if (mainCharacterId !== null)
    return (
      <PilotName characterId={mainCharacterId} name={mainCharacterName}>
        <bdi>{name}</bdi>
      </PilotName>
    );
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-control bg-surface-3 text-text-2">
        <Icon name="person" />
      </span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{mainCharacterName ?? name}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-text-2">
          {mainCharacterName === null ? t`Not linked to any account here` : <bdi>{name}</bdi>}
        </p>
      </div>
    </div>
  );
}

type Kind = "add" | "remove" | "nickname";

const KINDS: Record<Kind, { className: string; sign?: string; word: Message }> = {
  add: { className: "border-l-ok", sign: "+", word: msg`Gets` },
  remove: { className: "border-l-danger", sign: "−", word: msg`Loses` },
  nickname: { className: "border-l-line-control", word: msg`Nickname` },
};

/** "+ Capitals" */
export function RoleChange({ kind, children }: { kind: Kind; children: ReactNode }) {
  const { className, sign, word } = KINDS[kind];
  return (
    <li
      className={`flex min-h-6 max-w-full items-center gap-1.5 rounded-control border-l-2 bg-surface-3 px-2 text-sm ${className}`}
    >
      <span aria-hidden="true" className="text-text-2">
        {sign ?? say(word)}
      </span>
      <VisuallyHidden>{say(word)}</VisuallyHidden>
      <bdi className="min-w-0 wrap-anywhere">{children}</bdi>
    </li>
  );
}

/** How many people a list shows at first, and how many more at each press. */
export const STEP = 50;

type ShowMoreProps = { length: number; total: number; onMore: (length: number) => void };

export function ShowMore({ length, total, onMore }: ShowMoreProps) {
  const rest = total - length;
  if (rest <= 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line-faint px-4 py-2.5">
      <Button size="sm" onClick={() => onMore(length + STEP)}>
        <Trans>Show {ph({ rest: Math.min(rest, STEP) })} more</Trans>
      </Button>
      <span className="text-sm text-text-2">
        <Trans>
          {length} of <Plural value={total} one="# person" other="# people" />
        </Trans>
      </span>
    </div>
  );
}
