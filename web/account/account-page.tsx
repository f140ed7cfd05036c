import { t } from "#web/language/macros.ts";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { DiscordMessagesCard } from "./discord-messages-card.tsx";
import { DownloadCard } from "./download-card.tsx";
import { MergeCard } from "./merge-card.tsx";

export default function AccountPage() {
  return (
    <>
      <PageHeader
        title={t`Account`}
        subtitle={t`Download your data, merge two accounts or delete this one`}
      />
      <div className="grid max-w-224 grid-cols-1 gap-4">
        <DiscordMessagesCard />
        <DownloadCard />
        <MergeCard />
        <DeleteAccountCard />
      </div>
    </>
  );
}
