import { Icon } from "#web/ui/icon.tsx";

/** Discord's page that puts the bot on a server, with exactly the permissions that it needs. */
export function InstallLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="control inline-flex min-h-9 items-center justify-center gap-2 rounded-control border border-transparent bg-starlight px-3.5 font-medium whitespace-nowrap text-on-starlight no-underline hover:bg-white max-md:min-h-11"
    >
      Add to a server
      <Icon name="external" />
    </a>
  );
}
