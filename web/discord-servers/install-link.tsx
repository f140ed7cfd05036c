import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Discord's page that puts the bot on a server, with exactly the permissions that it needs. */
export function InstallLink({ url }: { url: string }) {
  return (
    <ButtonLink variant="primary" to={url} target="_blank" rel="noreferrer">
      Add to a server
      <Icon name="external" />
    </ButtonLink>
  );
}
