import { msg, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { RequestEventKind } from "#shared/events/kinds.ts";
import type { RequestEvent } from "#shared/groups/request-pages.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { RelativeTime } from "#web/ui/time.tsx";
import { SECTION_LABELS } from "#web/memberships/sections.ts";

type Said = { name: string; section: string; system: string };

const SENTENCES: Record<RequestEventKind, (said: Said) => Message> = {
  request_made: ({ name }) => msg`${ph({ name })} asked to join`,
  request_waiting: () => msg`The reviewers were told that the request has waited for 3 days`,
  request_moved_in: ({ system }) => msg`The request moved in from ${ph({ system })}`,
  request_handled: ({ name }) => msg`${ph({ name })} chose who talks to the applicant`,
  sharing_changed: ({ name }) => msg`${ph({ name })} changed what is shared`,
  sharing_viewed: ({ name, section }) => msg`${ph({ name })} looked at: ${ph({ section })}`,
  request_approved: ({ name }) => msg`${ph({ name })} approved the request`,
  request_rejected: ({ name }) => msg`${ph({ name })} rejected the request`,
  approval_undone: ({ name }) => msg`${ph({ name })} took the approval back`,
  rejection_undone: ({ name }) => msg`${ph({ name })} took the rejection back`,
};

/** What happened to a request, the latest first. */
export function HistoryOf({ events }: { events: readonly RequestEvent[] }) {
  return (
    <ul className="grid gap-2">
      {events.map(({ kind, byName, at, section, movedFrom }) => (
        <li key={`${at}${kind}${section ?? ""}`} className="flex flex-wrap gap-x-3">
          <span className="wrap-anywhere">
            {say(
              SENTENCES[kind]({
                name: byName ?? say(UNKNOWN_USER),
                section: section === null ? "" : say(SECTION_LABELS[section]),
                system: movedFrom ?? "",
              }),
            )}
          </span>
          <span className="text-sm text-text-2">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
