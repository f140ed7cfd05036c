import { msg, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { ApplicationEvent } from "#shared/events/activity.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changedBack } from "./group-sentence.ts";

/** `label`: the name of a token, or the address of a webhook. */
type Names = {
  who: Name;
  application: Name;
  user: Name;
  /** An application says for whom it acts. */
  isForUser: boolean;
  act: ApplicationEvent["detail"]["act"];
  label: string;
  count: number;
};

/** Each kind with its name in the filter of the log, and its sentence. */
export const APPLICATION_MESSAGES: Record<
  ApplicationEventKind,
  readonly [Message, (names: Names) => Message]
> = {
  application_added: [
    msg`Application added`,
    ({ who, application }) => msg`${who} added the application ${application}`,
  ],
  application_updated: [
    msg`Application changed`,
    ({ who, application }) => msg`${who} changed the application ${application}`,
  ],
  application_removed: [
    msg({ context: "event", message: "Application deleted" }),
    ({ who, application }) => msg`${who} deleted the application ${application}`,
  ],
  application_switched_on: [
    msg`Application switched on`,
    ({ who, application }) => msg`${who} switched the application ${application} on`,
  ],
  application_switched_off: [
    msg`Application switched off`,
    ({ who, application }) => msg`${who} switched the application ${application} off`,
  ],
  application_secret_replaced: [
    msg`Secret replaced`,
    ({ who, application }) => msg`${who} replaced the secret of ${application}`,
  ],
  application_sessions_ended: [
    msg`Sessions at an application ended`,
    ({ who, application, count }) =>
      msg`${who} ended ${plural(count, { one: "# session", other: "# sessions" })} at ${application}`,
  ],
  application_tested: [
    msg`Sign-in tested`,
    ({ who, application }) => msg`${who} tested signing in to ${application}`,
  ],
  application_signed_in: [
    msg`Signed in to an application`,
    ({ user, application }) => msg`${user} signed in to ${application}`,
  ],
  application_refused: [
    msg`Sign-in to an application refused`,
    ({ user, application }) => msg`${user} could not sign in to ${application}`,
  ],
  application_cancelled: [
    msg`Sign-in to an application cancelled`,
    ({ user, application }) => msg`${user} cancelled signing in to ${application}`,
  ],
  application_consented: [
    msg`Application allowed`,
    ({ user, application }) => msg`${user} agreed to tell ${application} who they are`,
  ],
  application_consent_ended: [
    msg`Access of an application ended`,
    ({ user, application }) => msg`${user} ended the access of ${application}`,
  ],
  signing_keys_rotated: [
    msg`Signing keys replaced`,
    ({ who }) => msg`${who} replaced the keys that sign in to applications`,
  ],
  api_token_created: [
    msg`API token created`,
    ({ who, application, label }) => msg`${who} created the API token “${label}” of ${application}`,
  ],
  api_token_revoked: [
    msg`API token revoked`,
    ({ who, application, label }) => msg`${who} revoked the API token “${label}” of ${application}`,
  ],
  fact_declared: [
    msg`Fact declared`,
    ({ who, application, label }) => msg`${who} declared the fact “${label}” of ${application}`,
  ],
  fact_changed: [
    msg`Fact changed`,
    ({ who, application, label }) => msg`${who} changed the fact “${label}” of ${application}`,
  ],
  fact_removed: [
    msg({ context: "event", message: "Fact deleted" }),
    ({ who, application, label }) => msg`${who} deleted the fact “${label}” of ${application}`,
  ],
  members_changed: [msg`Members changed by an application`, membersChanged],
  application_undone: [
    msg`Changes of an application undone`,
    ({ who, application }) => msg`${who} undid changes of ${application}`,
  ],
  webhook_added: [
    msg`Webhook added`,
    ({ who, application, label }) => msg`${who} added a webhook to ${label} for ${application}`,
  ],
  webhook_updated: [
    msg`Webhook changed`,
    ({ who, application, label }) => msg`${who} changed the webhook to ${label} of ${application}`,
  ],
  webhook_secret_replaced: [
    msg`Signing secret replaced`,
    ({ who, application, label }) =>
      msg`${who} replaced the signing secret of the webhook to ${label} of ${application}`,
  ],
  webhook_removed: [
    msg`Webhook removed`,
    ({ who, application, label }) => msg`${who} removed the webhook to ${label} of ${application}`,
  ],
  webhook_disabled: [
    msg`Webhook switched off`,
    ({ application, label }) =>
      msg`Muster switched the webhook off that tells ${application} at ${label}`,
  ],
};

/** `label`: the group. */
function membersChanged({ who, user, isForUser, act, count, label }: Names): Message {
  switch (act) {
    case "remove":
      return isForUser
        ? msg`${who} removed ${plural(count, { one: "# member", other: "# members" })} of ${label} for ${user}`
        : msg`${who} removed ${plural(count, { one: "# member", other: "# members" })} of ${label}`;
    case "set_end":
      return isForUser
        ? msg`${who} changed the end of ${plural(count, { one: "# member", other: "# members" })} of ${label} for ${user}`
        : msg`${who} changed the end of ${plural(count, { one: "# member", other: "# members" })} of ${label}`;
    default:
      return isForUser
        ? msg`${who} added ${plural(count, { one: "# member", other: "# members" })} of ${label} for ${user}`
        : msg`${who} added ${plural(count, { one: "# member", other: "# members" })} of ${label}`;
  }
}

/** The event as one sentence, without a full stop. */
export function applicationSentence(event: ApplicationEvent): Piece[] {
  const { kind, actor, subject, applicationName, detail } = event;
  const message = APPLICATION_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? say(UNKNOWN_USER)) },
    user: { name: subject?.name ?? say(UNKNOWN_USER) },
    application: {
      name: applicationName ?? t({ context: "instead of its name", message: "an application" }),
    },
    isForUser: subject !== null,
    act: detail.act,
    label: detail.label ?? "",
    count: detail.count ?? 0,
  });
  return changedBack(sentence(message), detail);
}
