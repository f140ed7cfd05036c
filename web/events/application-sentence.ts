import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#web/language/messages.ts";
import type { ApplicationEvent } from "#shared/events/activity.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changesIn } from "./changes.ts";
import type { Change } from "./changes.ts";
import { withChangedBack } from "./group-sentence.ts";

type Names = {
  who: Name;
  application: Name;
  user: Name;
  isForUser: boolean;
  detail: ApplicationEvent["detail"];
};

/** Each kind with its name in the filter of the log, and its sentence. */
export const APPLICATION_MESSAGES: Record<
  ApplicationEventKind,
  readonly [Message, (names: Names) => Piece[]]
> = {
  application_added: [
    msg`Application added`,
    ({ who, application }) => sentence(msg`${who} added the application ${application}`),
  ],
  application_updated: [
    msg`Application changed`,
    ({ who, application }) => sentence(msg`${who} changed the application ${application}`),
  ],
  application_removed: [
    msg`Application deleted`,
    ({ who, application }) => sentence(msg`${who} deleted the application ${application}`),
  ],
  application_switched_on: [
    msg`Application switched on`,
    ({ who, application }) => sentence(msg`${who} switched the application ${application} on`),
  ],
  application_switched_off: [
    msg`Application switched off`,
    ({ who, application }) => sentence(msg`${who} switched the application ${application} off`),
  ],
  application_secret_replaced: [
    msg`Secret replaced`,
    ({ who, application }) => sentence(msg`${who} replaced the secret of ${application}`),
  ],
  application_sessions_ended: [
    msg`Sessions at an application ended`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} ended ${plural({ count: detail.count ?? 0 }, { one: "# session", other: "# sessions" })} at ${application}`,
      ),
  ],
  application_tested: [
    msg`Sign-in tested`,
    ({ who, application }) => sentence(msg`${who} tested signing in to ${application}`),
  ],
  application_signed_in: [
    msg`Signed in to an application`,
    ({ user, application }) => sentence(msg`${user} signed in to ${application}`),
  ],
  application_refused: [
    msg`Sign-in to an application refused`,
    ({ user, application }) => sentence(msg`${user} could not sign in to ${application}`),
  ],
  application_cancelled: [
    msg`Sign-in to an application cancelled`,
    ({ user, application }) => sentence(msg`${user} cancelled signing in to ${application}`),
  ],
  application_consented: [
    msg`Application allowed`,
    ({ user, application }) => sentence(msg`${user} agreed to tell ${application} who they are`),
  ],
  application_consent_ended: [
    msg`Access of an application ended`,
    ({ user, application }) => sentence(msg`${user} ended the access of ${application}`),
  ],
  signing_keys_rotated: [
    msg`Signing keys replaced`,
    ({ who }) => sentence(msg`${who} replaced the keys that sign in to applications`),
  ],
  api_token_created: [
    msg`API token created`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} created the API token “${ph({ label: detail.label ?? "" })}” of ${application}`,
      ),
  ],
  api_token_revoked: [
    msg`API token revoked`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} revoked the API token “${ph({ label: detail.label ?? "" })}” of ${application}`,
      ),
  ],
  fact_declared: [
    msg`Fact declared`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} declared the fact “${ph({ label: detail.label ?? "" })}” of ${application}`,
      ),
  ],
  fact_changed: [
    msg`Fact changed`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} changed the fact “${ph({ label: detail.label ?? "" })}” of ${application}`,
      ),
  ],
  fact_removed: [
    msg`Fact deleted`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} deleted the fact “${ph({ label: detail.label ?? "" })}” of ${application}`,
      ),
  ],
  members_changed: [msg`Members changed by an application`, membersChanged],
  application_undone: [
    msg`Changes of an application undone`,
    ({ who, application }) => sentence(msg`${who} undid changes of ${application}`),
  ],
  webhook_added: [
    msg`Webhook added`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} added a webhook to ${ph({ label: detail.label ?? "" })} for ${application}`,
      ),
  ],
  webhook_updated: [
    msg`Webhook changed`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} changed the webhook to ${ph({ label: detail.label ?? "" })} of ${application}`,
      ),
  ],
  webhook_secret_replaced: [
    msg`Signing secret replaced`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} replaced the signing secret of the webhook to ${ph({ label: detail.label ?? "" })} of ${application}`,
      ),
  ],
  webhook_removed: [
    msg`Webhook removed`,
    ({ who, application, detail }) =>
      sentence(
        msg`${who} removed the webhook to ${ph({ label: detail.label ?? "" })} of ${application}`,
      ),
  ],
  webhook_disabled: [
    msg`Webhook switched off`,
    ({ application, detail }) =>
      sentence(
        msg`Muster switched the webhook off that tells ${application} at ${ph({ label: detail.label ?? "" })}`,
      ),
  ],
};

/** The event as one sentence, without a full stop. */
export function applicationSentence(event: ApplicationEvent): Piece[] {
  const { kind, actor, subject, applicationName, detail } = event;
  const pieces = APPLICATION_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? say(UNKNOWN_USER)) },
    user: { name: subject?.name ?? say(UNKNOWN_USER) },
    isForUser: subject !== null,
    application: { name: applicationName ?? t`an application` },
    detail,
  });
  return withChangedBack(pieces, detail);
}

function membersChanged({ who, user, isForUser, detail }: Names): Piece[] {
  const { act = "add", count = 0 } = detail;
  const group = detail.label ?? "";
  const change =
    act === "add"
      ? sentence(
          msg`${who} added ${plural(count, { one: "# member", other: "# members" })} of ${group}`,
        )
      : act === "remove"
        ? sentence(
            msg`${who} removed ${plural(count, { one: "# member", other: "# members" })} of ${group}`,
          )
        : sentence(
            msg`${who} changed the end of ${plural(count, { one: "# member", other: "# members" })} of ${group}`,
          );
  return isForUser ? sentence(msg`${ph({ sentence: change })} for ${user}`) : change;
}

export function applicationChanges({ detail }: ApplicationEvent): Change[] {
  return changesIn(detail.changes);
}
