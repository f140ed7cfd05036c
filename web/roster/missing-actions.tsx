import { ph, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
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

const MessageDialog = lazy(() => import("./message-dialog.tsx"));

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
      <Suspense>
        {isWriting && (
          <MessageDialog corporation={roster.corporation} onClose={() => setIsWriting(false)} />
        )}
      </Suspense>
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
