import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Activity, GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import type { StaysBecause, UndoRemainder, UndoStep } from "#shared/pilots/undo.ts";
import { changeOf } from "#web/events/changes.ts";
import { paths } from "#web/lib/paths.ts";
import { userName } from "#web/lib/labels.ts";
import { enumerated, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { formatDate } from "#web/lib/time.ts";

/** "Removes Mira Lark" */
export const stepText = (step: UndoStep): Piece[] => sentence(stepMessage(step));

function stepMessage({ person, change }: UndoStep): Message {
  const pilot = { name: userName(person?.name) };
  switch (change.kind) {
    case "add": {
      if (change.endsAt === null) {
        return change.role === "member"
          ? msg`Adds ${pilot} again`
          : msg`Adds ${pilot} again as an admin`;
      }
      const end = formatDate(change.endsAt);
      return change.role === "member"
        ? msg`Adds ${pilot} again, until ${end}`
        : msg`Adds ${pilot} again as an admin, until ${end}`;
    }
    case "remove":
      return msg`Removes ${pilot}`;
    case "role":
      return change.role === "admin"
        ? msg`Makes ${pilot} an admin again`
        : msg`Removes the admin role of ${pilot}`;
    case "owner":
      return msg`Makes ${pilot} the owner again, and the present owner an admin`;
    case "end":
      return change.endsAt === null
        ? msg`Removes the end of the membership of ${pilot}`
        : msg`Sets the end of the membership of ${pilot} back to ${ph({ end: formatDate(change.endsAt) })}`;
    case "rule":
      return change.isRemoved
        ? msg`Removes the requirements`
        : msg`Requirements: the former ones again`;
    case "setting": {
      const { field, from, to } = changeOf(change);
      if (from === null && to === null) return msg`${field}: the former one again`;
      const [former, current] = [
        { name: to ?? t({ context: "no value", message: "none" }) },
        { name: from ?? t({ context: "no value", message: "none" }) },
      ];
      return msg`${field}: ${current} → ${former}`;
    }
    case "operation":
      return operationMessage(change);
  }
}

function operationMessage({
  act,
  title,
  changes,
}: Extract<UndoStep["change"], { kind: "operation" }>): Message {
  const operation = { name: title };
  switch (act) {
    case "cancel":
      return msg`Cancels the operation ${operation}`;
    case "restore":
      return msg`Restores the operation ${operation}`;
    case "change": {
      const fields = changes.map((change) => changeOf(change).field);
      return msg`The operation ${operation} as it was before: ${ph({ fields: enumerated(fields) })}`;
    }
  }
}

const BECAUSE: Record<Exclude<StaysBecause, "changed" | "by_hand">, Message> = {
  group_gone: msg`The group was deleted`,
  person_gone: msg`The account is gone or locked`,
  suspended: msg`The player is suspended`,
  unmet: msg`The player does not meet the requirements`,
  unknown: msg`It is not known whether the player meets the requirements`,
  automatic: msg`The requirements alone decide who is a member`,
  blocked: msg`The player accepts no invitations from this group`,
  emergency: msg`Emergency access is not given again`,
  ended: msg`The membership would have ended by now`,
  held: msg`The removal waits for a decision under Held changes`,
  owner: msg`A transfer is undone only as a whole, and a part of it cannot be undone`,
  category_gone: msg`The category was deleted or renamed`,
  rule: msg`The former requirements name something that is gone, or would keep guests out`,
  community: msg`Guests need the group to become members of the community`,
  unrecorded: msg`The log does not hold what was before`,
  over: msg`The operation is over`,
};

const BY_HAND: Partial<Record<Activity["kind"], Message>> = {
  group_created: msg`Delete the group in its settings`,
  group_updated: msg`Change it in the settings of the group`,
  group_deleted: msg`A deleted group does not come back`,
  category_created: msg`Delete the category under Categories`,
  category_updated: msg`Change the category under Categories`,
  category_deleted: msg`A deleted category does not come back`,
  form_updated: msg`Change the form on the page of the group`,
  request_rejected: msg`The player can ask again`,
  rejection_undone: msg`Decide the request again`,
  invitation_sent: msg`Revoke the invitation on the page of the group`,
  invitation_revoked: msg`Invite the player again`,
  operation_attended: msg`Change the names on the page of the operation`,
  loss_paid: msg`Take it back on the page of the operation`,
  loss_unpaid: msg`Note it again on the page of the operation`,
  operation_rules_changed: msg`Change it in the settings of the group`,
  code_created: msg`Revoke the code on the page of the group`,
  code_revoked: msg`A revoked code does not come back. Create another one`,
  removals_held: msg`Discard the removals under Held changes`,
  removals_released: msg`The members who were removed are listed one by one`,
  removals_discarded: msg`Ask for the removals again`,
  review_opened: msg`Reviews end by their date`,
  review_finished: msg`The members who were removed are listed one by one`,
  community_updated: msg`Change the community under Community`,
  user_suspended: msg`Lift the suspension on the page of the pilot`,
  suspension_lifted: msg`Suspend the player again on the page of the pilot`,
  sessions_revoked: msg`The player logs in again`,
  corporation_removed: msg`Add the corporation again under Corporations`,
  director_removed: msg`Add the director again on the page of the corporation`,
  application_removed: msg`A deleted application does not come back. Create another one`,
  application_secret_replaced: msg`The former secret works for a day`,
  application_sessions_ended: msg`The players sign in again`,
  server_removed: msg`Set the server up again under Discord. Its former mapping is in the log`,
  drift_decided: msg`Give the roles in Discord by hand again`,
};

/** Where an action that is never undone here can be undone, with the thing it was about; null where there is no one place. */
export function wayOn({ event, because }: UndoRemainder): string | null {
  if (because !== "by_hand") return null;
  switch (event.log) {
    case "corporations":
      return event.kind === "corporation_removed"
        ? paths.adminCorporations
        : paths.adminCorporation(event.corporationId);
    case "discord":
      return event.kind === "server_removed"
        ? paths.adminDiscord
        : paths.adminDiscordServer(event.serverId);
    case "applications":
      return event.applicationId === null || event.kind === "application_removed"
        ? paths.adminApplications
        : paths.adminApplication(event.applicationId);
    case "accounts":
      return event.subject.userId === null
        ? paths.adminPilots
        : paths.adminPilot(event.subject.userId);
    case "groups":
      return groupWayOn(event);
  }
}

/** The tab of a group's page that shows what an action was about. */
const TABS: Partial<Record<GroupEventKind, string>> = {
  group_created: "settings",
  group_updated: "settings",
  request_rejected: "requests",
  rejection_undone: "requests",
  invitation_sent: "invitations",
  invitation_revoked: "invitations",
  code_created: "codes",
  code_revoked: "codes",
};

const ON_OPERATION = new Set<GroupEventKind>(["operation_attended", "loss_paid", "loss_unpaid"]);

function groupWayOn({ kind, groupId, detail }: GroupEvent): string | null {
  if (kind.startsWith("category_")) return paths.adminCategories;
  if (kind === "community_updated") return paths.adminSettings;
  if (ON_OPERATION.has(kind) && detail.operationId !== undefined) {
    return paths.operation(detail.operationId);
  }
  if (groupId === null || kind === "group_deleted") return null;
  if (kind.startsWith("removals_")) {
    return detail.heldId === undefined ? paths.adminHeld : paths.adminHeldChange(detail.heldId);
  }
  if (kind.startsWith("review_")) return paths.groupReview(groupId);
  const tab = TABS[kind];
  return paths.adminGroup(groupId) + (tab === undefined ? "" : `?tab=${tab}`);
}

const OTHERS: Record<Activity["log"], Message> = {
  groups: msg`Undo it by hand`,
  accounts: msg`Undo it on the page of the pilot`,
  corporations: msg`Undo it under Corporations`,
  discord: msg`Undo it on Muster’s page “Discord”`,
  applications: msg`Undo it under Applications`,
};

/** Why an action stays, without a full stop. */
export function staysText({ event, because, changed }: UndoRemainder): Piece[] {
  if (because === "by_hand") return [say(BY_HAND[event.kind] ?? OTHERS[event.log])];
  if (because !== "changed") return [say(BECAUSE[because])];
  const name = changed?.name;
  return name == null
    ? [t`Changed since`]
    : sentence(msg`Changed since by ${ph({ pilot: { name } })}`);
}
