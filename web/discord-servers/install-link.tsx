import { Trans } from "#web/language/macros.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Discord's page that puts the bot on a server, with exactly the permissions that it needs. */
export function InstallLink({ url }: { url: string }) {
  return (
    <ButtonLink variant="primary" to={url} target="_blank" rel="noreferrer">
      <Trans>Add to a server</Trans>
      <Icon name="external" />
    </ButtonLink>
  );
}
