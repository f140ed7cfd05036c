import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { ReactNode } from "react";
import type { PreviewedMember } from "#shared/discord/servers.ts";
import { Portrait } from "#web/eve/images.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type Person = Pick<PreviewedMember, "name" | "mainCharacterId" | "mainCharacterName">;

/** A person on the server: the main and the Discord name, or the latter alone. */
export function DiscordPerson({ name, mainCharacterId, mainCharacterName }: Person) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      {mainCharacterId === null ? (
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-surface-3 text-text-2">
          <Icon name="person" />
        </span>
      ) : (
        <Portrait characterId={mainCharacterId} size={32} />
      )}
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
export function Change({ kind, children }: { kind: Kind; children: ReactNode }) {
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
