import { OWNERS_REFUSALS } from "#shared/requirements/owners.ts";
import type { ErrorCode } from "./error.ts";

/**
 * Every refusal of the API: its code, and what it says in English. `{name}` is a parameter, with the forms of ICU's messages
 * that `sayInEnglish` knows: `{count, number}`, `{until, date}` of an ISO 8601 instant, and `{count, plural, one {# group} other {# groups}}`. Programs may act on a
 * reason, so it keeps its name; the SPA says it in the user's language.
 *
 * Two refusals that must look the same, such as of what does not exist and of what is hidden, are one reason.
 */
export const REASONS = {
  // The request
  invalid_json: { code: "invalid_request", message: "The body must be valid JSON." },
  json_expected: {
    code: "unsupported_media_type",
    message: "Send the body as JSON, with Content-Type: application/json.",
  },
  body_too_large: { code: "payload_too_large", message: "The body must have at most 64 KiB." },
  no_such_route: { code: "not_found", message: "The API has no route at this address." },
  method_not_allowed: {
    code: "method_not_allowed",
    message: "This address does not allow {method}.",
  },
  invalid_fields: { code: "invalid_request", message: "{problem}" },
  not_configured: { code: "not_configured", message: "{problem}" },
  other_site: {
    code: "forbidden",
    message: "This request came from another site and was refused.",
  },
  too_many_requests: {
    code: "rate_limited",
    message: "Too many requests. Wait a minute, then try again.",
  },
  changed_meanwhile: {
    code: "conflict",
    message: "Someone else changed this at the same time. Your change was not saved. Try again.",
  },
  invalid_cursor: {
    code: "invalid_request",
    message: "cursor must be the nextCursor of another page of this list.",
  },
  unexpected: { code: "internal", message: "Muster had an unexpected error. Try again." },
  writes_spent: {
    code: "read_only",
    message:
      "Muster is read-only until 00:00 UTC: its database has reached the daily limit of writes. Nothing was changed.",
  },
  reads_spent: {
    code: "unavailable",
    message:
      "Muster is unavailable until 00:00 UTC: its database has reached the daily limit of reads.",
  },
  database_interrupted: {
    code: "unavailable",
    message: "Muster's database was interrupted. Try again in a few seconds.",
  },
  database_interrupted_write: {
    code: "unavailable",
    message:
      "Muster's database was interrupted, so it is not known whether your change was saved. Reload the page before you try again.",
  },
  database_silent: { code: "unavailable", message: "The database does not answer." },

  // Sessions and rights
  not_signed_in: {
    code: "unauthenticated",
    message: "You are not signed in, or your session has ended.",
  },
  session_ended_meanwhile: {
    code: "unauthenticated",
    message: "Your session ended during this sign-in. Log in and try again.",
  },
  session_ended: { code: "not_found", message: "This session has already ended." },
  fresh_proof_required: {
    code: "fresh_proof_required",
    message:
      "Confirm with EVE that this is you: sign in with your main again, then repeat this within ten minutes.",
  },
  administrators_only: { code: "forbidden", message: "Only system administrators can do this." },
  no_longer_administrator: {
    code: "forbidden",
    message: "You are no longer a system administrator. Reload the page.",
  },
  now_guest: {
    code: "forbidden",
    message: "You are now a guest of this community. Reload the page.",
  },
  members_only_search: {
    code: "forbidden",
    message: "Only members of this community can look up other pilots.",
  },
  no_such_user: { code: "not_found", message: "User not found." },

  // Signing in
  sign_in_used_elsewhere: {
    code: "sign_in_failed",
    message:
      "This sign-in was used already or has expired, it was started in another browser, or cookies are blocked. Log in again from here.",
  },
  sign_in_used: {
    code: "sign_in_failed",
    message: "This sign-in was used already or has expired. Log in again.",
  },
  sign_in_code_refused: {
    code: "sign_in_failed",
    message:
      "EVE did not accept this sign-in: its code was used already or is older than five minutes. Log in again.",
  },
  sign_in_not_verified: {
    code: "sign_in_failed",
    message: "EVE's answer could not be verified, so you were not signed in. Log in again.",
  },
  eve_refuses_muster: {
    code: "upstream_unavailable",
    message: "EVE does not accept this site's application. Please tell an administrator.",
  },
  eve_unavailable: {
    code: "upstream_unavailable",
    message: "EVE could not be reached. Try again in a few minutes.",
  },
  eve_sign_in_silent: {
    code: "upstream_unavailable",
    message:
      "EVE's sign-in is not responding. Your account is unchanged. Try again in a few minutes.",
  },
  claim_expired: {
    code: "sign_in_failed",
    message:
      "This character can no longer be claimed with this sign-in. Log in with EVE Online again.",
  },
  already_claimed: {
    code: "conflict",
    message: "{name} already has an account. Log in again to use it.",
  },
  take_back_expired: {
    code: "conflict",
    message: "This character can no longer take an account back. Log in again.",
  },
  on_another_eve_account: {
    code: "sign_in_failed",
    message:
      "EVE says that {name} is on another EVE account now. Nothing was changed. Link {name} again on your dashboard first.",
  },
  not_your_main: {
    code: "sign_in_failed",
    message:
      "You chose {name} at EVE, but your main is {mainName}. Nothing was changed. Try again with {mainName}.",
  },
  linked_elsewhere: {
    code: "conflict",
    message:
      "{name} belongs to another account here. Log out and log in as {name} to use that account, or unlink {name} there first.",
  },
  main_elsewhere: {
    code: "conflict",
    message:
      "{name} is the main of another account here. You have just proved that it is yours, so you can merge that account into this one.",
  },
  link_not_confirmed: {
    code: "sign_in_failed",
    message:
      "{name} was linked to an account here without a recent sign-in of its main, so it does not open that account yet. Log in with the main, and confirm {name} on the dashboard.",
  },
  suspended: {
    code: "suspended",
    message:
      "An administrator suspended the account that this character belongs to. The suspension has no end date. Reason: {reason}",
  },
  suspended_until: {
    code: "suspended",
    message:
      "An administrator suspended the account that this character belongs to. The suspension ends on {until, date}. Reason: {reason}",
  },
  suspended_meanwhile: {
    code: "suspended",
    message: "An administrator suspended this account. Log in again to read why.",
  },

  // Accounts and characters
  main_not_unlinked: {
    code: "conflict",
    message: "This is your main. Make another character your main first, or delete your account.",
  },
  character_not_yours: {
    code: "not_found",
    message: "This character is not linked to your account.",
  },
  no_such_character: { code: "not_found", message: "Character not found" },
  character_not_loaded: {
    code: "upstream_unavailable",
    message: "This character could not be loaded from EVE. Try again.",
  },
  only_owner_refreshes: { code: "forbidden", message: "Only its owner can refresh a character." },
  not_the_main_name: { code: "invalid_request", message: "The name must be that of your main." },
  owns_group: {
    code: "conflict",
    message: "You own {list}. Transfer or delete it first, then delete your account.",
  },
  owns_groups: {
    code: "conflict",
    message: "You own {list}. Transfer or delete them first, then delete your account.",
  },
  owns_more_groups: {
    code: "conflict",
    message:
      "You own {list} and {others} more. Transfer or delete them first, then delete your account.",
  },
  main_too_new: {
    code: "conflict",
    message:
      "Your main was changed in the last 14 days. To delete your account now, make your former main the main again.",
  },
  merge_gone: {
    code: "not_found",
    message: "This merge no longer exists. Link the other main again to start over.",
  },
  merge_changed: {
    code: "conflict",
    message:
      "The accounts have changed since the preview was made. Nothing was merged. Check the preview again.",
  },
  merge_main_too_new: {
    code: "conflict",
    message:
      "{mainName} became a main in the last 14 days. Make the former main the main again there, or wait.",
  },
  export_expired: {
    code: "invalid_request",
    message: "This download has expired. Start it again.",
  },
  export_limit: {
    code: "rate_limited",
    message: "You can download your data {count} times an hour. Try again later.",
  },

  // Administrators and pilots
  end_in_past: { code: "invalid_request", message: "Choose a date in the future." },
  own_suspension: { code: "conflict", message: "You cannot suspend yourself." },
  last_administrator: {
    code: "conflict",
    message: "{name} is the last administrator and cannot be suspended.",
  },
  not_suspended: { code: "conflict", message: "This user is no longer suspended." },
  no_withheld_rights: {
    code: "not_found",
    message: "No administrator's rights are withheld for this character.",
  },
  character_not_linked: {
    code: "conflict",
    message:
      "{characterName} is not linked to an account. Confirm it after its owner has signed in.",
  },
  own_sessions: { code: "conflict", message: "End your own sessions on the dashboard." },
  no_sessions: { code: "conflict", message: "This user has no sessions." },
  no_such_pilot: { code: "not_found", message: "Pilot not found." },
  bulk_changed: {
    code: "conflict",
    message: "Something has changed for these pilots or {groupName}. Read the preview again.",
  },

  // What one account may in a day
  limit_groups: {
    code: "rate_limited",
    message: "You have created {count} groups today. You can create more after 00:00 UTC.",
  },
  limit_looks: {
    code: "rate_limited",
    message:
      "You have looked {count} times at what others share today. You can look again after 00:00 UTC.",
  },
  limit_edits: {
    code: "rate_limited",
    message: "You have made {count} changes today. You can make more after 00:00 UTC.",
  },
  limit_roles: {
    code: "rate_limited",
    message: "You have changed {count} roles today. You can change more after 00:00 UTC.",
  },
  limit_joins: {
    code: "rate_limited",
    message: "You have joined {count} groups today. You can join more after 00:00 UTC.",
  },
  limit_requests: {
    code: "rate_limited",
    message:
      "You have requested to join {count} groups today. You can request to join more after 00:00 UTC.",
  },
  limit_invitations: {
    code: "rate_limited",
    message: "You have sent {count} invitations today. You can send more after 00:00 UTC.",
  },
  limit_codes: {
    code: "rate_limited",
    message: "You have created {count} invite codes today. You can create more after 00:00 UTC.",
  },
  limit_links: {
    code: "rate_limited",
    message:
      "You have linked characters or Discord {count} times today. You can link more after 00:00 UTC.",
  },
  limit_mains: {
    code: "rate_limited",
    message:
      "You have changed your main {count} times today. You can change it again after 00:00 UTC.",
  },
  limit_sign_ins: {
    code: "rate_limited",
    message:
      "You have signed in to applications {count} times today. You can sign in to them again after 00:00 UTC.",
  },
  limit_lookups: {
    code: "rate_limited",
    message:
      "You have opened {count} characters that were new here today. You can open more after 00:00 UTC.",
  },
  limit_logins: {
    code: "rate_limited",
    message: "You have signed in {count} times today. You can sign in again after 00:00 UTC.",
  },
  limit_verdicts: {
    code: "rate_limited",
    message:
      "You have decided about {count} members in reviews today. You can decide about more after 00:00 UTC.",
  },
  limit_renewals: {
    code: "rate_limited",
    message:
      "You have had {count} sign-ins at applications renewed today. You can sign in to them again after 00:00 UTC.",
  },
  limit_rows: {
    code: "rate_limited",
    message: "You have changed as much as one account may in a day. You can go on after 00:00 UTC.",
  },

  // The community
  community_changed: {
    code: "conflict",
    message:
      "The community was changed in the meantime. Load the page and apply your changes again.",
  },
  chosen_group_gone: {
    code: "invalid_request",
    message: "The group does not exist. Choose another one.",
  },
  guests_shut_out: {
    code: "conflict",
    message:
      "Guests could not become members: {name} is required, and not open to guests. Open it to guests first.",
  },
  way_in_needed: {
    code: "conflict",
    message: "The requirements of the community need this group, so it must stay open to guests.",
  },

  // Groups
  no_such_group: { code: "not_found", message: "Group not found" },
  owner_only: { code: "forbidden", message: "Only the owner of {name} can do this." },
  managers_only: {
    code: "forbidden",
    message: "Only the owner and the admins of {name} can do this.",
  },
  managers_only_read: {
    code: "not_found",
    message: "Only the owner and the admins of {name} can see this.",
  },
  decides_community: {
    code: "conflict",
    message:
      "{name} decides who belongs to the community. A system administrator must choose another group first.",
  },
  category_closed: {
    code: "forbidden",
    message: "Only system administrators can create groups in {name}. Choose another category.",
  },
  system_group: {
    code: "forbidden",
    message: "Only system administrators can make a group a system group.",
  },
  system_visibility: {
    code: "forbidden",
    message: "Only system administrators can change the visibility of a system group.",
  },
  category_kept: {
    code: "forbidden",
    message: "Only system administrators can move a group out of this category.",
  },
  same_name: { code: "duplicate_name", message: "A group with this name already exists." },
  not_the_group_name: {
    code: "invalid_request",
    message: "The name must be that of the group, exactly as it is written.",
  },
  emergency_by_administrators: {
    code: "forbidden",
    message: "Only system administrators can take emergency access.",
  },
  no_end_by_requirements: {
    code: "conflict",
    message: "The requirements of {name} decide who is a member, so memberships have no end.",
  },

  // Categories
  no_such_category: { code: "not_found", message: "Category not found" },
  not_the_category_name: {
    code: "invalid_request",
    message: "The name must be that of the category, exactly as it is written.",
  },
  categories_by_administrators: {
    code: "forbidden",
    message: "Only system administrators can manage categories.",
  },
  too_many_categories: {
    code: "conflict",
    message: "Muster allows at most {count} categories. Delete one first.",
  },
  category_in_use: {
    code: "conflict",
    message:
      "{name} still has {count, plural, one {# group} other {# groups}}. Move or delete its groups first.",
  },

  // Members
  already_member: { code: "conflict", message: "You are already a member of {name}." },
  member_by_requirements: {
    code: "conflict",
    message: "Players who meet the requirements of {name} become members automatically.",
  },
  on_request_only: {
    code: "forbidden",
    message: "{name} admits members on request. Send a join request.",
  },
  on_invitation_only: { code: "forbidden", message: "{name} admits members by invitation only." },
  cannot_leave: {
    code: "conflict",
    message: "You meet the requirements of {name}, so you are a member. You cannot leave.",
  },
  owner_cannot_leave: {
    code: "conflict",
    message: "You own {name}. Transfer it to another member before you leave.",
  },
  not_a_member: { code: "conflict", message: "You are not a member of {name}." },
  no_such_member: { code: "not_found", message: "This player is not a member of {name}." },
  removed_by_requirements: {
    code: "conflict",
    message: "The requirements of {name} decide who is a member. Change them to remove somebody.",
  },
  bulk_by_requirements: {
    code: "conflict",
    message: "The requirements of {name} decide who is a member. Change them to remove members.",
  },
  owner_not_removed: {
    code: "conflict",
    message: "{memberName} owns {name} and cannot be removed.",
  },
  admin_not_removed: {
    code: "forbidden",
    message: "Only the owner of {name} can remove an admin.",
  },
  already_owner: { code: "conflict", message: "{memberName} is already the owner of {name}." },
  already_admin: { code: "conflict", message: "{memberName} is already an admin of {name}." },
  owner_not_dismissed: {
    code: "conflict",
    message: "{memberName} owns {name}. Transfer it to another member first.",
  },
  not_an_admin: { code: "conflict", message: "{memberName} is not an admin of {name}." },
  owns_it_already: { code: "conflict", message: "{memberName} already owns {name}." },
  in_emergency: {
    code: "conflict",
    message: "{memberName} has emergency access for some hours, and cannot get another role.",
  },
  suspended_member: {
    code: "conflict",
    message: "{memberName} is suspended and cannot get a role until the suspension ends.",
  },
  requirements_unmet: {
    code: "forbidden",
    message: "You do not meet the requirements of {name}. Its page lists what is missing.",
  },
  requirements_unknown: {
    code: "forbidden",
    message:
      "Muster does not know yet whether you meet the requirements of {name}. Its page lists what is missing.",
  },

  // Join requests
  no_such_request: { code: "not_found", message: "Join request not found" },
  already_asked_to_stay: { code: "conflict", message: "You have already asked to stay in {name}." },
  form_required: {
    code: "conflict",
    message: "{name} asks questions. Answer them on the page of the group.",
  },
  form_changed: {
    code: "conflict",
    message: "The form of {name} has changed. Read it again, then send your answers.",
  },
  answer_missing: { code: "invalid_request", message: "This question needs an answer: {question}" },
  answer_invalid: {
    code: "invalid_request",
    message: "The answer to this question is not one that it allows: {question}",
  },
  answer_unknown: {
    code: "invalid_request",
    message: "One of the answers belongs to no question.",
  },
  reviewed_by_itself: {
    code: "invalid_request",
    message: "Choose another group: the owner and admins of {name} review its requests already.",
  },
  reviewed_by_own_group: {
    code: "forbidden",
    message:
      "You are a member of {name}. Only the owner of this group or another administrator can make {name} its reviewers.",
  },
  not_asked_to_share: {
    code: "invalid_request",
    message: "Share only what the form asks for, of your own characters.",
  },
  readers_changed: {
    code: "conflict",
    message: "Other people review the requests of {name} now. Read who they are, then share.",
  },
  sharing_over: { code: "conflict", message: "Sharing has ended for this request." },
  nothing_shared: { code: "not_found", message: "This is not shared, or no longer shared." },
  reviewers_only: {
    code: "forbidden",
    message: "Only the owner, the admins and the reviewers of {name} can do this.",
  },
  not_a_reviewer: { code: "conflict", message: "This player does not review requests of {name}." },
  too_many_notes: { code: "conflict", message: "A request can have at most {count} notes." },
  no_such_note: { code: "not_found", message: "Note not found" },
  open_to_join: { code: "conflict", message: "{name} is open. You can join without a request." },
  invited_already: {
    code: "conflict",
    message: "You are invited to {name}. Accept the invitation instead.",
  },
  already_requested: { code: "conflict", message: "You have already requested to join {name}." },
  request_approved: {
    code: "conflict",
    message: "This request is no longer open: it was approved.",
  },
  request_rejected: {
    code: "conflict",
    message: "This request is no longer open: it was rejected.",
  },
  request_withdrawn: {
    code: "conflict",
    message: "This request is no longer open: it was withdrawn.",
  },
  request_pending: { code: "conflict", message: "This request is already pending." },
  request_suspended: {
    code: "conflict",
    message: "{name} is suspended and cannot be admitted until the suspension ends.",
  },
  request_held: {
    code: "conflict",
    message: "{name} waits for a decision of the system administrators. Ask them.",
  },
  request_unmet: { code: "conflict", message: "{name} does not meet the requirements." },
  request_unknown: {
    code: "conflict",
    message: "Muster does not know yet whether {name} meets the requirements.",
  },
  not_your_decision: {
    code: "conflict",
    message: "You can undo only your own decision, and only for {minutes} minutes.",
  },
  decision_outdated: {
    code: "conflict",
    message:
      "The player's membership has changed since then, so the decision can no longer be undone.",
  },

  // Invitations and invite codes
  no_such_invitation: { code: "not_found", message: "Invitation not found" },
  invitee_alt: {
    code: "conflict",
    message: "{characterName} is an alt of {mainName}; invite {mainName}.",
  },
  invitee_unknown: {
    code: "not_found",
    message:
      "No main character named {typed}. Check the spelling, or ask the player to sign in to Muster first.",
  },
  invitee_member: {
    code: "conflict",
    message: "{characterName} is already a member of {groupName}.",
  },
  invitee_invited: {
    code: "conflict",
    message: "{characterName} is already invited to {groupName}.",
  },
  invitee_requested: {
    code: "conflict",
    message: "{characterName} has requested to join {groupName}. Approve the request instead.",
  },
  invitee_blocks: {
    code: "conflict",
    message:
      "{characterName} does not accept invitations from {groupName}. The player can still request to join or use an invite code.",
  },
  invitee_full: {
    code: "conflict",
    message:
      "{characterName} has {count} unanswered invitations, the maximum. Try again after some are answered.",
  },
  invitations_spent: {
    code: "rate_limited",
    message:
      "{count} of your invitations from the last 24 hours are unanswered, the maximum. Wait for answers or create an invite code.",
  },
  invitation_expired: { code: "conflict", message: "This invitation to {groupName} has expired." },
  invitation_accepted: {
    code: "conflict",
    message: "This invitation to {groupName} was already accepted.",
  },
  invitation_declined: {
    code: "conflict",
    message: "This invitation to {groupName} was already declined.",
  },
  invitation_revoked: {
    code: "conflict",
    message: "This invitation to {groupName} was already revoked.",
  },
  invitation_not_now: {
    code: "conflict",
    message:
      "This invitation cannot be accepted at the moment. Ask the owner or an admin of {groupName} for another one.",
  },
  group_not_blocked: { code: "not_found", message: "You have not blocked this group." },
  too_many_codes: {
    code: "conflict",
    message: "{name} already has {count} invite codes. Revoke one first.",
  },
  no_such_code: { code: "not_found", message: "Invite code not found" },
  code_not_valid: {
    code: "not_found",
    message:
      "This invite code is not valid: it may be mistyped, used up, expired or revoked. Check it, or ask for a new one.",
  },

  // Operations
  no_such_operation: { code: "not_found", message: "Operation not found" },
  operation_planners_only: {
    code: "forbidden",
    message: "Only who plans for the group of this operation can change it.",
  },
  operation_changed: {
    code: "conflict",
    message: "The operation was changed in the meantime. Load it and apply your changes again.",
  },
  operation_groups: {
    code: "invalid_request",
    message: "Choose groups for which you plan.",
  },
  operation_time: {
    code: "invalid_request",
    message: "An operation begins at most an hour ago and at most {count} days from now.",
  },
  operation_commander: {
    code: "invalid_request",
    message: "Commander must plan for one of the groups.",
  },
  operations_full: {
    code: "conflict",
    message: "{name} already has {count} operations planned. Cancel or wait for some first.",
  },
  operation_commander_only: {
    code: "forbidden",
    message: "Only the commander of this operation and who plans it can do that.",
  },
  operation_reading_early: {
    code: "conflict",
    message: "An operation begins at most an hour before its time.",
  },
  operation_reading_over: {
    code: "conflict",
    message: "This operation has ended, or is cancelled.",
  },
  operation_runs: {
    code: "conflict",
    message: "End the operation first: its fleet is still read.",
  },
  operation_names: {
    code: "invalid_request",
    message: "Names must be of members of the groups of this operation: {names}",
  },
  no_such_loss: { code: "not_found", message: "Loss not found" },
  operation_over: {
    code: "conflict",
    message: "This operation is over or cancelled: answers no longer change.",
  },

  // Requirements
  requirements_changed: {
    code: "conflict",
    message:
      "The requirements were changed in the meantime. Load them and apply your changes again.",
  },
  requirements_automatic: { code: "forbidden", message: OWNERS_REFUSALS.requirements_automatic },
  requirements_condition: { code: "forbidden", message: OWNERS_REFUSALS.requirements_condition },
  requirements_alts: { code: "forbidden", message: OWNERS_REFUSALS.requirements_alts },
  requirements_circle: {
    code: "invalid_request",
    message: "The requirements would go round in a circle: {path}. Leave one of these groups out.",
  },
  group_gone: {
    code: "invalid_request",
    message: "One of the groups does not exist. Choose another one.",
  },
  fact_gone: {
    code: "invalid_request",
    message: "No application sends one of these facts any more. Remove it.",
  },
  fact_of_other_kind: {
    code: "invalid_request",
    message: "“{title}” has no such values. Choose its comparison again.",
  },
  requirements_of_refused: {
    code: "invalid_request",
    message:
      "Requirements cannot ask for people on the watchlist: the members would be a list of them.",
  },
  server_gone: {
    code: "invalid_request",
    message: "One of the Discord servers is not set up here. Choose another one.",
  },
  held_gone: { code: "not_found", message: "Held change not found" },
  held_decided: { code: "conflict", message: "This was decided already." },
  removals_changed: {
    code: "conflict",
    message: "The number of removals has changed. Read the new numbers before you decide.",
  },

  // Reviews
  review_too_large: {
    code: "conflict",
    message:
      "{name} has more than {count, number} members, which is too many to review by hand. Requirements can check them.",
  },
  review_nobody: { code: "conflict", message: "{name} has no members but the owner." },
  review_not_now: {
    code: "conflict",
    message: "{name} cannot be reviewed now. Perhaps a review is open already.",
  },
  review_over: { code: "conflict", message: "This review is over. Reload the page." },
  review_changed: {
    code: "conflict",
    message: "The members have changed. Read the new numbers first.",
  },

  // Undo
  undo_end_first: { code: "invalid_request", message: "Choose an end after the beginning." },
  undo_too_long: { code: "invalid_request", message: "Choose a span of at most {days} days." },
  undo_too_early: {
    code: "invalid_request",
    message: "Choose a beginning within the last {days} days.",
  },
  undo_changed: {
    code: "conflict",
    message: "Something has changed since the preview. Read the new preview before you undo.",
  },
  nothing_to_undo: { code: "conflict", message: "Nothing is left to undo." },
  undo_too_large: {
    code: "invalid_request",
    message:
      "There are more than {count} events in this span. Choose a shorter one, and undo the latest first.",
  },

  // Corporations
  no_such_corporation: { code: "not_found", message: "Corporation not found" },
  corporation_removed: {
    code: "not_found",
    message: "Corporation not found (may have been removed)",
  },
  corporation_inactive: { code: "conflict", message: "{name} is inactive. Activate it first." },
  corporation_managed: { code: "conflict", message: "{name} is already managed here." },
  corporation_unknown: {
    code: "invalid_request",
    message: "EVE has no corporation with this name. The name must be the full name.",
  },
  corporation_id_unknown: {
    code: "invalid_request",
    message: "EVE has no corporation with this ID. Check the number.",
  },
  corporation_npc: {
    code: "invalid_request",
    message: "{name} is an NPC corporation, so no player can be its director.",
  },
  corporation_closed: { code: "invalid_request", message: "{name} has been closed." },
  no_such_director: {
    code: "not_found",
    message: "This character is not a director of this corporation.",
  },
  director_not_linked: {
    code: "invalid_request",
    message: "This character is not linked to Muster. Its player must log in and link it first.",
  },
  too_many_directors: { code: "conflict", message: "A corporation has at most {count} directors." },
  already_director: { code: "conflict", message: "{name} is already a director." },
  director_suspended: {
    code: "conflict",
    message:
      "A director whose player is suspended is not used, so nothing was checked. Add another director.",
  },
  no_director: { code: "conflict", message: "No director is assigned. Add one first." },
  directors_not_checked: {
    code: "upstream_unavailable",
    message:
      "EVE did not answer, so the directors could not be checked. Their status is unchanged. Try again in a few minutes.",
  },
  director_needed: {
    code: "conflict",
    message: "Only public data can be fetched without a director. Assign one.",
  },
  list_not_renewed: {
    code: "conflict",
    message:
      "EVE renews its list of members at {clock} EVE time. Until then it would give the same list.",
  },

  // Discord
  discord_off: { code: "not_found", message: "Discord is not set up on this Muster." },
  discord_link_used: {
    code: "sign_in_failed",
    message: "This link was used already or has expired. Start again from your dashboard.",
  },
  discord_permission_refused: {
    code: "sign_in_failed",
    message: "Discord does not accept this permission. Start again from your dashboard.",
  },
  discord_permission_elsewhere: {
    code: "sign_in_failed",
    message:
      "Discord gave this permission to another application. Start again from your dashboard.",
  },
  discord_two_accounts: {
    code: "sign_in_failed",
    message:
      "These permissions belong to two Discord accounts. Nothing was changed. Start again from your dashboard.",
  },
  discord_limited: {
    code: "rate_limited",
    message: "Discord is limiting requests. Nothing was changed. Try again in {seconds} seconds.",
  },
  discord_silent: {
    code: "upstream_unavailable",
    message: "Discord is not responding. Nothing was changed. Try again in a few minutes.",
  },
  discord_account_taken: {
    code: "conflict",
    message:
      "{username} is linked to another account here. Unlink it there first, or choose another Discord account.",
  },
  discord_already_linked: {
    code: "conflict",
    message: "You have already linked {own}. Unlink it first, then link {username}.",
  },
  discord_not_linked: { code: "not_found", message: "No Discord account is linked." },
  discord_link_first: { code: "conflict", message: "Link Discord first." },
  discord_join_refused: {
    code: "upstream_unavailable",
    message:
      "Discord did not let Muster add you. Ask an administrator to look at the server’s health.",
  },
  discord_permission_gone: {
    code: "conflict",
    message:
      "Discord no longer accepts the permission you gave. Unlink Discord, link it again, then join.",
  },
  discord_link_checked: {
    code: "conflict",
    message: "Your Discord link is being checked. Try again in a minute.",
  },
  discord_banned: { code: "forbidden", message: "You are banned from this Discord server." },
  discord_too_many_servers: {
    code: "conflict",
    message: "You are on as many servers as Discord allows. Leave one, then try again.",
  },
  discord_not_joinable: {
    code: "not_found",
    message: "You cannot join this server through Muster.",
  },
  discord_bot_token_refused: {
    code: "upstream_unavailable",
    message: "Discord does not accept the bot token. Setup says how to replace it.",
  },
  discord_bot_absent: { code: "not_found", message: "The bot is not on this server." },
  discord_servers_off: {
    code: "not_found",
    message: "Discord servers are not set up on this Muster.",
  },
  no_such_server: { code: "not_found", message: "Discord server not found" },
  server_changed: {
    code: "conflict",
    message:
      "The settings of this server were changed in the meantime. Load them and apply your changes again.",
  },
  server_off: { code: "conflict", message: "The server is off: Muster changes nothing there." },
  server_not_ready: { code: "conflict", message: "This server cannot be switched on yet. {what}." },
  role_gone: { code: "invalid_request", message: "One of the roles does not exist on Discord." },
  role_not_given: { code: "invalid_request", message: "Muster cannot give the role {name}." },
  role_not_mapped: { code: "not_found", message: "This role is not mapped." },
  drift_changed: {
    code: "conflict",
    message: "The list has changed. Read it again before you decide.",
  },
  discord_secrets_missing: {
    code: "conflict",
    message: "Set DISCORD_BOT_TOKEN and DISCORD_PUBLIC_KEY first.",
  },
  channel_missing: { code: "invalid_request", message: "Choose a channel first." },
  channel_closed: {
    code: "forbidden",
    message: "Choose a channel in which you and Muster’s bot may write.",
  },
  not_discords_signature: {
    code: "unauthenticated",
    message: "The signature of this request is not Discord’s.",
  },
  webhook_unknown: {
    code: "invalid_request",
    message: "Discord does not know this webhook. Copy its address again.",
  },
  discord_not_now: {
    code: "upstream_unavailable",
    message: "Discord is not responding. Try again in a few minutes.",
  },
  discord_token_refused: {
    code: "upstream_unavailable",
    message: "Discord does not accept the bot token.",
  },
  discord_install_again: {
    code: "upstream_unavailable",
    message:
      "Install the bot again with the link under Discord servers: it lacks the right to add commands.",
  },
  discord_refused: {
    code: "upstream_unavailable",
    message: "Discord refused with the code {code}.",
  },
  unknown_interaction: { code: "invalid_request", message: "Muster does not know this request." },
  unknown_button: { code: "invalid_request", message: "This button is not Muster’s." },
  reason_too_long: { code: "invalid_request", message: "The reason is too long." },

  // Applications
  no_such_application: { code: "not_found", message: "Application not found" },
  application_changed: {
    code: "conflict",
    message:
      "The settings of this application were changed in the meantime. Load them and apply your changes again.",
  },
  application_off: {
    code: "forbidden",
    message: "An administrator has switched this application off.",
  },
  public_application: { code: "conflict", message: "A public application has no secret." },
  no_key_in_stock: {
    code: "conflict",
    message: "No signing key is in stock. Run npm run deploy: it makes six.",
  },
  keys_being_made: {
    code: "unavailable",
    message: "The signing keys are being made. Try again in a minute.",
  },
  sign_in_first: { code: "conflict", message: "Sign in at EVE first." },
  unknown_sign_in: {
    code: "not_found",
    message: "This sign-in does not come from a known application.",
  },
  not_signed_in_there: {
    code: "not_found",
    message: "You have not signed in to this application.",
  },
  token_missing: {
    code: "unauthenticated",
    message: "Send a token of an application as “Authorization: Bearer ...”.",
  },
  token_unknown: { code: "unauthenticated", message: "This token is unknown, revoked or expired." },
  right_missing: { code: "forbidden", message: "This token does not have the right “{right}”." },
  rights_changed: {
    code: "unavailable",
    message: "What this token may do has just changed. Send the request again.",
  },
  no_such_token: { code: "not_found", message: "This token does not exist." },
  too_many_tokens: { code: "conflict", message: "An application has at most {count} tokens." },
  no_such_watch_entry: { code: "not_found", message: "This entry does not exist." },
  watch_entry_exists: { code: "conflict", message: "The watchlist has an entry for this." },
  too_many_watch_entries: {
    code: "conflict",
    message: "The watchlist has at most {count, number} entries.",
  },
  no_such_fact: { code: "not_found", message: "This fact does not exist." },
  fact_exists: { code: "conflict", message: "The application has a fact with this key." },
  too_many_facts: { code: "conflict", message: "An application has at most {count} facts." },
  group_read_only: {
    code: "forbidden",
    message: "The application may not change the members of this group.",
  },
  application_spent: {
    code: "rate_limited",
    message:
      "An application may write {count, number} rows a day. This one can go on at 00:00 EVE time.",
  },
  fact_used: {
    code: "conflict",
    message: "Requirements of {groups} ask for this fact. Change them first.",
  },
  fact_without_options: {
    code: "invalid_request",
    message: "Only a fact of the kind “one of” has options, and it needs one.",
  },
  facts_refused: {
    code: "invalid_request",
    message:
      "{count, plural, one {One value is refused} other {# values are refused}}, so none was written.",
  },
  idempotency_key_invalid: {
    code: "invalid_request",
    message: "An Idempotency-Key has 1 to 64 letters, digits, - and _.",
  },
  idempotency_key_reused: {
    code: "conflict",
    message: "This Idempotency-Key was used with another request before.",
  },
  no_such_webhook: { code: "not_found", message: "This webhook does not exist." },
  webhook_off: { code: "conflict", message: "This webhook is off. Switch it on first." },
  too_many_webhooks: { code: "conflict", message: "An application has at most {count} webhooks." },
  no_such_delivery: {
    code: "not_found",
    message: "This delivery does not exist. It is kept for a week.",
  },
} as const satisfies Record<string, { code: ErrorCode; message: string }>;

export type Reason = keyof typeof REASONS;

/** The names in braces. A piece with a space belongs to a plural. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ?
      | (Inside extends `${infer Name},${string}`
          ? Name
          : Inside extends `${string} ${string}`
            ? never
            : Inside)
      | NamesIn<Rest>
  : never;

export type Params = Readonly<Record<string, string | number>>;

/** What the sentence of a reason has to be given. */
export type ParamsOf<R extends Reason> = Record<
  NamesIn<(typeof REASONS)[R]["message"]>,
  string | number
>;

const PLACE =
  /\{(?<name>\w+)(?:(?<number>, number)|(?<date>, date)|, plural, one \{(?<one>[^}]*)\} other \{(?<other>[^}]*)\})?\}/g;

export function sayInEnglish(reason: Reason, params: Params): string {
  return REASONS[reason].message.replaceAll(PLACE, (...found) => {
    const { name, number, date, one, other }: Record<string, string | undefined> = found.at(-1);
    const value = params[name ?? ""] ?? "";
    if (date !== undefined) return moment(String(value));
    const grouped = value.toLocaleString("en");
    if (number !== undefined) return grouped;
    return one === undefined
      ? String(value)
      : ((value === 1 ? one : other) ?? "").replace("#", grouped);
  });
}

/** Such as "Dec 3, 2026, 14:00 EVE time". */
function moment(instant: string): string {
  const date = new Date(instant);
  const day = date.toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
  return `${day}, ${date.toISOString().slice(11, 16)} EVE time`;
}

/** The body of every error response. `fields` has a message for each invalid field. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    /** Why, and what the sentence of `message` is made of: to say it in another language, or to act on it. */
    reason: Reason;
    params: Params;
    /** The same in English. */
    message: string;
    requestId: string;
    fields?: Record<string, string> | undefined;
    /** The id of an offer to merge the two accounts of this conflict. */
    mergeId?: string | undefined;
  };
};
