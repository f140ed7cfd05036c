import { Trans, ph, t } from "#web/language/macros.ts";
import type { User } from "#shared/session.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";

/** For the person who has just deployed Muster: the line that makes their main an administrator. */
export function NoAdministrators({ user }: { user: User }) {
  const { mainCharacterId } = user;
  const main = user.characters.find(({ characterId }) => characterId === mainCharacterId);
  const line = `"ADMIN_CHARACTER_IDS": "${mainCharacterId}",`;
  return (
    <Alert tone="warn" title={t`This Muster has no administrator yet`}>
      <Trans>
        If you run this site: the character id of{" "}
        <bdi>{ph({ characterName: main?.characterName })}</bdi> is{" "}
        {ph({ characterId: String(mainCharacterId) })}. Set this line in <code>wrangler.jsonc</code>{" "}
        and deploy, then reload this page.
      </Trans>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 text-sm wrap-anywhere select-all">{line}</code>
        <CopyButton text={line} what={t`the line for wrangler.jsonc`} />
      </div>
    </Alert>
  );
}
