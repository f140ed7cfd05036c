import type { ApplicationEvent } from "#shared/events/activity.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changesIn } from "./changes.ts";
import type { Change } from "./changes.ts";
import { changedBack } from "./group-sentence.ts";

type Names = {
  who: Piece;
  application: Piece;
  user: Piece;
  isForUser: boolean;
  detail: ApplicationEvent["detail"];
};

const ACTS = { add: "added", remove: "removed", set_end: "changed the end of" };

/** Each kind with its name in the filter of the log, and its sentence. */
export const APPLICATION_MESSAGES: Record<
  ApplicationEventKind,
  readonly [string, (names: Names) => Piece[]]
> = {
  application_added: [
    "Application added",
    ({ who, application }) => [who, " added the application ", application],
  ],
  application_updated: [
    "Application changed",
    ({ who, application }) => [who, " changed the application ", application],
  ],
  application_removed: [
    "Application deleted",
    ({ who, application }) => [who, " deleted the application ", application],
  ],
  application_switched_on: [
    "Application switched on",
    ({ who, application }) => [who, " switched the application ", application, " on"],
  ],
  application_switched_off: [
    "Application switched off",
    ({ who, application }) => [who, " switched the application ", application, " off"],
  ],
  application_secret_replaced: [
    "Secret replaced",
    ({ who, application }) => [who, " replaced the secret of ", application],
  ],
  application_sessions_ended: [
    "Sessions at an application ended",
    ({ who, application, detail }) => [
      who,
      " ended ",
      formatCount(detail.count ?? 0, "session", "sessions"),
      " at ",
      application,
    ],
  ],
  application_tested: [
    "Sign-in tested",
    ({ who, application }) => [who, " tested signing in to ", application],
  ],
  application_signed_in: [
    "Signed in to an application",
    ({ user, application }) => [user, " signed in to ", application],
  ],
  application_refused: [
    "Sign-in to an application refused",
    ({ user, application }) => [user, " could not sign in to ", application],
  ],
  application_cancelled: [
    "Sign-in to an application cancelled",
    ({ user, application }) => [user, " cancelled signing in to ", application],
  ],
  application_consented: [
    "Application allowed",
    ({ user, application }) => [user, " agreed to tell ", application, " who they are"],
  ],
  application_consent_ended: [
    "Access of an application ended",
    ({ user, application }) => [user, " ended the access of ", application],
  ],
  signing_keys_rotated: [
    "Signing keys replaced",
    ({ who }) => [who, " replaced the keys that sign in to applications"],
  ],
  api_token_created: [
    "API token created",
    ({ who, application, detail }) => [
      who,
      ` created the API token “${detail.label ?? ""}” of `,
      application,
    ],
  ],
  api_token_revoked: [
    "API token revoked",
    ({ who, application, detail }) => [
      who,
      ` revoked the API token “${detail.label ?? ""}” of `,
      application,
    ],
  ],
  fact_declared: [
    "Fact declared",
    ({ who, application, detail }) => [
      who,
      ` declared the fact “${detail.label ?? ""}” of `,
      application,
    ],
  ],
  fact_changed: [
    "Fact changed",
    ({ who, application, detail }) => [
      who,
      ` changed the fact “${detail.label ?? ""}” of `,
      application,
    ],
  ],
  fact_removed: [
    "Fact deleted",
    ({ who, application, detail }) => [
      who,
      ` deleted the fact “${detail.label ?? ""}” of `,
      application,
    ],
  ],
  members_changed: [
    "Members changed by an application",
    ({ who, user, isForUser, detail }) => [
      who,
      ` ${ACTS[detail.act ?? "add"]} ${formatCount(detail.count ?? 0, "member")} of ${detail.label ?? ""}`,
      ...(isForUser ? [" for ", user] : []),
    ],
  ],
  application_undone: [
    "Changes of an application undone",
    ({ who, application }) => [who, " undid changes of ", application],
  ],
  webhook_added: [
    "Webhook added",
    ({ who, application, detail }) => [
      who,
      ` added a webhook to ${detail.label ?? ""} for `,
      application,
    ],
  ],
  webhook_updated: [
    "Webhook changed",
    ({ who, application, detail }) => [
      who,
      ` changed the webhook to ${detail.label ?? ""} of `,
      application,
    ],
  ],
  webhook_secret_replaced: [
    "Signing secret replaced",
    ({ who, application, detail }) => [
      who,
      ` replaced the signing secret of the webhook to ${detail.label ?? ""} of `,
      application,
    ],
  ],
  webhook_removed: [
    "Webhook removed",
    ({ who, application, detail }) => [
      who,
      ` removed the webhook to ${detail.label ?? ""} of `,
      application,
    ],
  ],
  webhook_disabled: [
    "Webhook switched off",
    ({ application, detail }) => [
      "Muster switched the webhook off that tells ",
      application,
      ` at ${detail.label ?? ""}`,
    ],
  ],
};

/** The event as one sentence, without a full stop. */
export function applicationSentence(event: ApplicationEvent): Piece[] {
  const { kind, actor, subject, applicationName, detail } = event;
  const sentence = APPLICATION_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? UNKNOWN_USER) },
    user: { name: subject?.name ?? UNKNOWN_USER },
    isForUser: subject !== null,
    application: { name: applicationName ?? "an application" },
    detail,
  });
  return [...sentence, ...changedBack(detail)];
}

export function applicationChanges({ detail }: ApplicationEvent): Change[] {
  return changesIn(detail.changes);
}
