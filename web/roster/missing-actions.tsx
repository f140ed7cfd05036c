import { ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { Roster, RosterMember } from "#shared/corporations/roster.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { nameOf, risksOf, stateText } from "./member-name.tsx";
import { readAllMembers } from "./queries.ts";
import type { RosterFilters } from "./queries.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { TextareaField } from "#web/ui/form/form.tsx";

type Props = { roster: Roster; filters: RosterFilters };

/** The list of who is missing, a text for them, and the shown list as a file. */
export function MissingActions({ roster, filters }: Props) {
  const [busy, setBusy] = useState<"copy" | "csv">();
  const [isWriting, setIsWriting] = useState(false);
  const { corporationId, name } = roster.corporation;

  async function run(what: "copy" | "csv", work: () => Promise<void>) {
    setBusy(what);
    try {
      await work();
    } catch {
      toast.error(t`The members could not be loaded. Please try again.`);
    }
    setBusy(undefined);
  }
  const copy = () =>
    run("copy", async () => {
      const missing = await readAllMembers(corporationId, { missing: "true" });
      try {
        await navigator.clipboard.writeText(missing.map(nameOf).join("\n"));
        toast.success(t`${ph({ count: missing.length })} names copied, one per line`);
      } catch {
        toast.error(t`The browser blocked copying. Filter by Missing and download the CSV.`);
      }
    });
  const download = () =>
    run("csv", async () => {
      saveCsv(rosterCsv(await readAllMembers(corporationId, filters)), "members", name);
    });
  const hasMissing = roster.members > roster.registered;
  return (
    <div className="flex flex-wrap gap-2">
      {hasMissing && (
        <>
          <Button
            variant="primary"
            icon={<Icon name="copy" />}
            isBusy={busy === "copy"}
            busyLabel={t`Copying...`}
            onClick={copy}
          >
            {t`Copy list of missing`}
          </Button>
          <Button icon={<Icon name="mail" />} onClick={() => setIsWriting(true)}>
            {t`Text for them`}
          </Button>
        </>
      )}
      <Button
        icon={<Icon name="download" />}
        isBusy={busy === "csv"}
        busyLabel={t`Loading...`}
        onClick={download}
      >
        {t`CSV`}
      </Button>
      {isWriting && (
        <MessageDialog corporation={roster.corporation} onClose={() => setIsWriting(false)} />
      )}
    </div>
  );
}

/** One line for each member. */
function rosterCsv(members: readonly RosterMember[]): string {
  const lines = members.map((member) => {
    const { characterId, registration, lastOnlineAt, joinedAt, titles, left } = member;
    return [
      nameOf(member),
      String(characterId),
      stateText(member),
      registration?.main?.name ?? (registration === null ? "" : nameOf(member)),
      enumerated(risksOf(member)),
      enumerated(titles),
      lastOnlineAt ?? "",
      joinedAt ?? "",
      registration === null ? "" : String(registration.groupCount),
      registration?.discordName ?? "",
      left?.at ?? "",
    ];
  });
  const header = [
    t`Character`,
    t`Character ID`,
    t`State`,
    t`Main`,
    t`High-risk roles`,
    t`Titles`,
    t`Last in game (EVE)`,
    t`Joined (EVE)`,
    t`Groups`,
    "Discord",
    t`Left (EVE)`,
  ];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}

type MessageDialogProps = { corporation: Roster["corporation"]; onClose: () => void };

/** A text for an EVE mail to the missing members, with the link. */
function MessageDialog({ corporation, onClose }: MessageDialogProps) {
  const siteName = useSiteName();
  const [text, setText] = useState(() =>
    [
      t`Hello,`,
      t`${ph({ corporationName: corporation.name })} uses ${siteName} to know its pilots and give them their access. You are not registered yet. Please sign in with EVE at ${ph({ address: location.origin })} with this character, choose your main, and link your other characters. It takes two minutes.`,
      t`Fly safe`,
    ].join("\n\n"),
  );
  return (
    <Dialog
      onClose={onClose}
      title={t`Text for the missing members`}
      description={t`For an EVE mail or a message on Discord. Change it as you like.`}
      footer={<CopyButton text={text} what={t`the text`} />}
    >
      <TextareaField
        label={t`Text`}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
