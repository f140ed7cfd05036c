import type { Activity, GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import type { StaysBecause, UndoRemainder, UndoStep } from "#shared/pilots/undo.ts";
import { changeOf } from "#web/events/changes.ts";
import { paths } from "#web/lib/paths.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { formatDate } from "#web/lib/time/time.ts";

/** "Removes Mira Lark" */
export function stepText({ person, change }: UndoStep): Piece[] {
  const who = { name: person?.name ?? UNKNOWN_USER };
  switch (change.kind) {
    case "add": {
      const role = change.role === "member" ? [] : [" as an admin"];
      const end = change.endsAt === null ? [] : [`, until ${formatDate(change.endsAt)}`];
      return ["Adds ", who, " again", ...role, ...end];
    }
    case "remove":
      return ["Removes ", who];
    case "role":
      return change.role === "admin"
        ? ["Makes ", who, " an admin again"]
        : ["Removes the admin role of ", who];
    case "owner":
      return ["Makes ", who, " the owner again, and the present owner an admin"];
    case "end":
      return change.endsAt === null
        ? ["Removes the end of the membership of ", who]
        : ["Sets the end of the membership of ", who, ` back to ${formatDate(change.endsAt)}`];
    case "rule":
      return [
        change.isRemoved ? "Removes the requirements" : "Requirements: the former ones again",
      ];
    case "setting": {
      const { field, from, to } = changeOf(change);
      if (from === null && to === null) return [`${field}: the former one again`];
      return [`${field}: `, { name: from ?? "none" }, " → ", { name: to ?? "none" }];
    }
  }
}

const BECAUSE: Record<Exclude<StaysBecause, "changed" | "by_hand">, string> = {
  group_gone: "The group was deleted",
  person_gone: "The account is gone or locked",
  suspended: "The player is suspended",
  unmet: "The player does not meet the requirements",
  unknown: "It is not known whether the player meets the requirements",
  automatic: "The requirements alone decide who is a member",
  blocked: "The player accepts no invitations from this group",
  emergency: "Emergency access is not given again",
  ended: "The membership would have ended by now",
  held: "The removal waits for a decision under Held changes",
  owner: "A transfer is undone as a whole, and a part of it cannot be",
  category_gone: "The category was deleted or renamed",
  rule: "What the former requirements name is gone, or they would keep guests out",
  community: "Guests need the group to become members of the community",
  unrecorded: "The log does not hold what was before",
};

const BY_HAND: Partial<Record<Activity["kind"], string>> = {
  group_created: "Delete the group in its settings",
  group_deleted: "A deleted group does not come back",
  category_created: "Delete the category under Categories",
  category_updated: "Change the category under Categories",
  category_deleted: "A deleted category does not come back",
  form_updated: "Change the form on the page of the group",
  request_rejected: "The player can ask again",
  rejection_undone: "Decide the request again",
  invitation_sent: "Revoke the invitation on the page of the group",
  invitation_revoked: "Invite the player again",
  code_created: "Revoke the code on the page of the group",
  code_revoked: "A revoked code does not come back. Create another one",
  removals_held: "Discard the removals under Held changes",
  removals_released: "The members who were removed are listed one by one",
  removals_discarded: "Ask for the removals again",
  review_opened: "Reviews end by their date",
  review_finished: "The members who were removed are listed one by one",
  community_updated: "Change the community under Community",
  user_suspended: "Lift the suspension on the page of the pilot",
  suspension_lifted: "Suspend the player again on the page of the pilot",
  sessions_revoked: "The player logs in again",
  corporation_removed: "Add the corporation again under Corporations",
  director_removed: "Add the director again on the page of the corporation",
  application_removed: "A deleted application does not come back. Create another one",
  application_secret_replaced: "The former secret works for a day",
  application_sessions_ended: "The players sign in again",
  server_removed: "Set the server up again under Discord. Its former mapping is in the log",
  drift_decided: "Give the roles in Discord by hand again",
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
  request_rejected: "requests",
  rejection_undone: "requests",
  invitation_sent: "invitations",
  invitation_revoked: "invitations",
  code_created: "codes",
  code_revoked: "codes",
};

function groupWayOn({ kind, groupId, detail }: GroupEvent): string | null {
  if (kind.startsWith("category_")) return paths.adminCategories;
  if (kind === "community_updated") return paths.adminCommunity;
  if (groupId === null || kind === "group_deleted") return null;
  if (kind.startsWith("removals_")) {
    return detail.heldId === undefined ? paths.adminHeld : paths.adminHeldChange(detail.heldId);
  }
  if (kind.startsWith("review_")) return paths.groupReview(groupId);
  const tab = TABS[kind];
  return paths.adminGroup(groupId) + (tab === undefined ? "" : `?tab=${tab}`);
}

const OTHERS: Record<Activity["log"], string> = {
  groups: "Undo it by hand",
  accounts: "Undo it on the page of the pilot",
  corporations: "Undo it under Corporations",
  discord: "Undo it under Discord",
  applications: "Undo it under Applications",
};

/** Why an action stays, without a full stop. */
export function staysText({ event, because, changed }: UndoRemainder): Piece[] {
  if (because === "by_hand") return [BY_HAND[event.kind] ?? OTHERS[event.log]];
  if (because !== "changed") return [BECAUSE[because]];
  const by = changed?.name;
  return by == null ? ["Changed since"] : ["Changed since by ", { name: by }];
}
