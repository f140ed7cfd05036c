import { OWNERS_REFUSALS } from "#shared/requirements/owners.ts";
import type { ErrorCode } from "./error.ts";

/**
 * Every refusal of the API, below its code: the reason, and what it says in English. `{name}` is a parameter, with the forms of ICU's messages
 * that `sayReasonInEnglish` knows: `{count, number}`, `{until, date}` of an ISO 8601 instant, and `{count, plural, one {# group} other {# groups}}`. Programs may act on a
 * reason, so it keeps its name; the SPA says it in the user's language.
 *
 * Two refusals that must look the same, such as of what does not exist and of what is hidden, are one reason.
 */
export const SENTENCES = {
  invalid_request: {
    // The request
    invalid_json: "The body must be valid JSON.",
    invalid_fields: "{problem}",
    invalid_cursor: "cursor must be the nextCursor of another page of this list.",
    // Accounts and characters
    not_the_main_name: "The name must be that of your main.",
    export_expired: "This download has expired. Start it again.",
    // Administrators and pilots
    end_in_past: "Choose a date in the future.",
    // The community
    chosen_group_gone: "The group does not exist. Choose another one.",
    // Groups
    not_the_group_name: "The name must be that of the group, exactly as it is written.",
    // Categories
    not_the_category_name: "The name must be that of the category, exactly as it is written.",
    // Join requests
    answer_missing: "This question needs an answer: {question}",
    answer_invalid: "The answer to this question is not one that it allows: {question}",
    answer_unknown: "One of the answers belongs to no question.",
    reviewed_by_itself:
      "Choose another group: the owner and admins of {name} review its requests already.",
    not_asked_to_share: "Share only what the form asks for, of your own characters.",
    // Operations
    operation_groups: "Choose groups for which you plan.",
    operation_time: "An operation begins at most an hour ago and at most {count} days from now.",
    operation_commander: "Commander must plan for one of the groups.",
    operation_names: "Names must be of members of the groups of this operation: {names}",
    // Requirements
    requirements_circle:
      "The requirements would go round in a circle: {path}. Leave one of these groups out.",
    group_gone: "One of the groups does not exist. Choose another one.",
    fact_gone: "No application sends one of these facts any more. Remove it.",
    fact_of_other_kind: "“{title}” has no such values. Choose its comparison again.",
    requirements_of_refused:
      "Requirements cannot ask for people on the watchlist: the members would be a list of them.",
    server_gone: "One of the Discord servers is not set up here. Choose another one.",
    // Undo
    undo_end_first: "Choose an end after the beginning.",
    undo_too_long: "Choose a span of at most {days} days.",
    undo_too_early: "Choose a beginning within the last {days} days.",
    undo_too_large:
      "There are more than {count} events in this span. Choose a shorter one, and undo the latest first.",
    // Corporations
    corporation_unknown: "EVE has no corporation with this name. The name must be the full name.",
    corporation_id_unknown: "EVE has no corporation with this ID. Check the number.",
    corporation_npc: "{name} is an NPC corporation, so no player can be its director.",
    corporation_closed: "{name} has been closed.",
    director_not_linked:
      "This character is not linked to Muster. Its player must log in and link it first.",
    // Discord
    role_gone: "One of the roles does not exist on Discord.",
    role_not_given: "Muster cannot give the role {name}.",
    channel_missing: "Choose a channel first.",
    webhook_unknown: "Discord does not know this webhook. Copy its address again.",
    unknown_interaction: "Muster does not know this request.",
    unknown_button: "This button is not Muster’s.",
    reason_too_long: "The reason is too long.",
    // Applications
    fact_without_options: "Only a fact of the kind “one of” has options, and it needs one.",
    facts_refused:
      "{count, plural, one {One value is refused} other {# values are refused}}, so none was written.",
    idempotency_key_invalid: "An Idempotency-Key has 1 to 64 letters, digits, - and _.",
  },
  sign_in_failed: {
    sign_in_used_elsewhere:
      "This sign-in was used already or has expired, it was started in another browser, or cookies are blocked. Log in again from here.",
    sign_in_used: "This sign-in was used already or has expired. Log in again.",
    sign_in_code_refused:
      "EVE did not accept this sign-in: its code was used already or is older than five minutes. Log in again.",
    sign_in_not_verified:
      "EVE's answer could not be verified, so you were not signed in. Log in again.",
    claim_expired:
      "This character can no longer be claimed with this sign-in. Log in with EVE Online again.",
    on_another_eve_account:
      "EVE says that {name} is on another EVE account now. Nothing was changed. Link {name} again on your dashboard first.",
    not_your_main:
      "You chose {name} at EVE, but your main is {mainName}. Nothing was changed. Try again with {mainName}.",
    link_not_confirmed:
      "{name} was linked to an account here without a recent sign-in of its main, so it does not open that account yet. Log in with the main, and confirm {name} on the dashboard.",
    discord_link_used:
      "This link was used already or has expired. Start again from your dashboard.",
    discord_permission_refused:
      "Discord does not accept this permission. Start again from your dashboard.",
    discord_permission_elsewhere:
      "Discord gave this permission to another application. Start again from your dashboard.",
    discord_two_accounts:
      "These permissions belong to two Discord accounts. Nothing was changed. Start again from your dashboard.",
  },
  unauthenticated: {
    not_signed_in: "You are not signed in, or your session has ended.",
    session_ended_meanwhile: "Your session ended during this sign-in. Log in and try again.",
    not_discords_signature: "The signature of this request is not Discord’s.",
    token_missing: "Send a token of an application as “Authorization: Bearer ...”.",
    token_unknown: "This token is unknown, revoked or expired.",
  },
  forbidden: {
    // The request
    other_site: "This request came from another site and was refused.",
    // Sessions and rights
    administrators_only: "Only system administrators can do this.",
    no_longer_administrator: "You are no longer a system administrator. Reload the page.",
    now_guest: "You are now a guest of this community. Reload the page.",
    members_only_search: "Only members of this community can look up other pilots.",
    // Accounts and characters
    only_owner_refreshes: "Only its owner can refresh a character.",
    // Groups
    owner_only: "Only the owner of {name} can do this.",
    managers_only: "Only the owner and the admins of {name} can do this.",
    category_closed:
      "Only system administrators can create groups in {name}. Choose another category.",
    system_group: "Only system administrators can make a group a system group.",
    system_visibility: "Only system administrators can change the visibility of a system group.",
    category_kept: "Only system administrators can move a group out of this category.",
    emergency_by_administrators: "Only system administrators can take emergency access.",
    // Categories
    categories_by_administrators: "Only system administrators can manage categories.",
    // Members
    on_request_only: "{name} admits members on request. Send a join request.",
    on_invitation_only: "{name} admits members by invitation only.",
    admin_not_removed: "Only the owner of {name} can remove an admin.",
    requirements_unmet:
      "You do not meet the requirements of {name}. Its page lists what is missing.",
    requirements_unknown:
      "Muster does not know yet whether you meet the requirements of {name}. Its page lists what is missing.",
    // Join requests
    reviewed_by_own_group:
      "You are a member of {name}. Only the owner of this group or another administrator can make {name} its reviewers.",
    reviewers_only: "Only the owner, the admins and the reviewers of {name} can do this.",
    // Operations
    operation_planners_only: "Only who plans for the group of this operation can change it.",
    operation_commander_only: "Only the commander of this operation and who plans it can do that.",
    // Requirements
    ...OWNERS_REFUSALS,
    // Discord
    discord_banned: "You are banned from this Discord server.",
    channel_closed: "Choose a channel in which you and Muster’s bot may write.",
    // Applications
    application_off: "An administrator has switched this application off.",
    right_missing: "This token does not have the right “{right}”.",
    group_read_only: "The application may not change the members of this group.",
  },
  fresh_proof_required: {
    fresh_proof_required:
      "Confirm with EVE that this is you: sign in with your main again, then repeat this within ten minutes.",
  },
  suspended: {
    suspended:
      "An administrator suspended the account that this character belongs to. The suspension has no end date. Reason: {reason}",
    suspended_until:
      "An administrator suspended the account that this character belongs to. The suspension ends on {until, date}. Reason: {reason}",
    suspended_meanwhile: "An administrator suspended this account. Log in again to read why.",
  },
  not_found: {
    // The request
    no_such_route: "The API has no route at this address.",
    // Sessions and rights
    session_ended: "This session has already ended.",
    no_such_user: "User not found.",
    // Accounts and characters
    character_not_yours: "This character is not linked to your account.",
    no_such_character: "Character not found",
    merge_gone: "This merge no longer exists. Link the other main again to start over.",
    // Administrators and pilots
    no_withheld_rights: "No administrator's rights are withheld for this character.",
    no_such_pilot: "Pilot not found.",
    // Groups
    no_such_group: "Group not found",
    managers_only_read: "Only the owner and the admins of {name} can see this.",
    // Categories
    no_such_category: "Category not found",
    // Members
    no_such_member: "This player is not a member of {name}.",
    // Join requests
    no_such_request: "Join request not found",
    nothing_shared: "This is not shared, or no longer shared.",
    no_such_note: "Note not found",
    // Invitations and invite codes
    no_such_invitation: "Invitation not found",
    invitee_unknown:
      "No main character named {typed}. Check the spelling, or ask the player to sign in to Muster first.",
    group_not_blocked: "You have not blocked this group.",
    no_such_code: "Invite code not found",
    code_not_valid:
      "This invite code is not valid: it may be mistyped, used up, expired or revoked. Check it, or ask for a new one.",
    // Operations
    no_such_operation: "Operation not found",
    no_such_loss: "Loss not found",
    // Requirements
    held_gone: "Held change not found",
    // Corporations
    no_such_corporation: "Corporation not found",
    corporation_removed: "Corporation not found (may have been removed)",
    no_such_director: "This character is not a director of this corporation.",
    // Discord
    discord_off: "Discord is not set up on this Muster.",
    discord_not_linked: "No Discord account is linked.",
    discord_not_joinable: "You cannot join this server through Muster.",
    discord_bot_absent: "The bot is not on this server.",
    discord_servers_off: "Discord servers are not set up on this Muster.",
    no_such_server: "Discord server not found",
    role_not_mapped: "This role is not mapped.",
    // Applications
    no_such_application: "Application not found",
    unknown_sign_in: "This sign-in does not come from a known application.",
    not_signed_in_there: "You have not signed in to this application.",
    no_such_token: "This token does not exist.",
    no_such_watch_entry: "This entry does not exist.",
    no_such_fact: "This fact does not exist.",
    no_such_webhook: "This webhook does not exist.",
    no_such_delivery: "This delivery does not exist. It is kept for a week.",
  },
  method_not_allowed: {
    method_not_allowed: "This address does not allow {method}.",
  },
  conflict: {
    // The request
    changed_meanwhile:
      "Someone else changed this at the same time. Your change was not saved. Try again.",
    // Signing in
    already_claimed: "{name} already has an account. Log in again to use it.",
    take_back_expired: "This character can no longer take an account back. Log in again.",
    linked_elsewhere:
      "{name} belongs to another account here. Log out and log in as {name} to use that account, or unlink {name} there first.",
    main_elsewhere:
      "{name} is the main of another account here. You have just proved that it is yours, so you can merge that account into this one.",
    // Accounts and characters
    main_not_unlinked:
      "This is your main. Make another character your main first, or delete your account.",
    owns_group: "You own {list}. Transfer or delete it first, then delete your account.",
    owns_groups: "You own {list}. Transfer or delete them first, then delete your account.",
    owns_more_groups:
      "You own {list} and {others} more. Transfer or delete them first, then delete your account.",
    main_too_new:
      "Your main was changed in the last 14 days. To delete your account now, make your former main the main again.",
    merge_changed:
      "The accounts have changed since the preview was made. Nothing was merged. Check the preview again.",
    merge_main_too_new:
      "{mainName} became a main in the last 14 days. Make the former main the main again there, or wait.",
    // Administrators and pilots
    own_suspension: "You cannot suspend yourself.",
    last_administrator: "{name} is the last administrator and cannot be suspended.",
    not_suspended: "This user is no longer suspended.",
    character_not_linked:
      "{characterName} is not linked to an account. Confirm it after its owner has signed in.",
    own_sessions: "End your own sessions on the dashboard.",
    no_sessions: "This user has no sessions.",
    bulk_changed: "Something has changed for these pilots or {groupName}. Read the preview again.",
    // The community
    community_changed:
      "The community was changed in the meantime. Load the page and apply your changes again.",
    guests_shut_out:
      "Guests could not become members: {name} is required, and not open to guests. Open it to guests first.",
    way_in_needed:
      "The requirements of the community need this group, so it must stay open to guests.",
    // Groups
    decides_community:
      "{name} decides who belongs to the community. A system administrator must choose another group first.",
    no_end_by_requirements:
      "The requirements of {name} decide who is a member, so memberships have no end.",
    // Categories
    too_many_categories: "Muster allows at most {count} categories. Delete one first.",
    category_in_use:
      "{name} still has {count, plural, one {# group} other {# groups}}. Move or delete its groups first.",
    // Members
    already_member: "You are already a member of {name}.",
    member_by_requirements:
      "Players who meet the requirements of {name} become members automatically.",
    cannot_leave: "You meet the requirements of {name}, so you are a member. You cannot leave.",
    owner_cannot_leave: "You own {name}. Transfer it to another member before you leave.",
    not_a_member: "You are not a member of {name}.",
    removed_by_requirements:
      "The requirements of {name} decide who is a member. Change them to remove somebody.",
    bulk_by_requirements:
      "The requirements of {name} decide who is a member. Change them to remove members.",
    owner_not_removed: "{memberName} owns {name} and cannot be removed.",
    already_owner: "{memberName} is already the owner of {name}.",
    already_admin: "{memberName} is already an admin of {name}.",
    owner_not_dismissed: "{memberName} owns {name}. Transfer it to another member first.",
    not_an_admin: "{memberName} is not an admin of {name}.",
    owns_it_already: "{memberName} already owns {name}.",
    in_emergency: "{memberName} has emergency access for some hours, and cannot get another role.",
    suspended_member: "{memberName} is suspended and cannot get a role until the suspension ends.",
    // Join requests
    already_asked_to_stay: "You have already asked to stay in {name}.",
    form_required: "{name} asks questions. Answer them on the page of the group.",
    form_changed: "The form of {name} has changed. Read it again, then send your answers.",
    readers_changed:
      "Other people review the requests of {name} now. Read who they are, then share.",
    sharing_over: "Sharing has ended for this request.",
    not_a_reviewer: "This player does not review requests of {name}.",
    too_many_notes: "A request can have at most {count} notes.",
    open_to_join: "{name} is open. You can join without a request.",
    invited_already: "You are invited to {name}. Accept the invitation instead.",
    already_requested: "You have already requested to join {name}.",
    request_approved: "This request is no longer open: it was approved.",
    request_rejected: "This request is no longer open: it was rejected.",
    request_withdrawn: "This request is no longer open: it was withdrawn.",
    request_pending: "This request is already pending.",
    request_suspended: "{name} is suspended and cannot be admitted until the suspension ends.",
    request_held: "{name} waits for a decision of the system administrators. Ask them.",
    request_unmet: "{name} does not meet the requirements.",
    request_unknown: "Muster does not know yet whether {name} meets the requirements.",
    not_your_decision: "You can undo only your own decision, and only for {minutes} minutes.",
    decision_outdated:
      "The player's membership has changed since then, so the decision can no longer be undone.",
    // Invitations and invite codes
    invitee_alt: "{characterName} is an alt of {mainName}; invite {mainName}.",
    invitee_member: "{characterName} is already a member of {groupName}.",
    invitee_invited: "{characterName} is already invited to {groupName}.",
    invitee_requested:
      "{characterName} has requested to join {groupName}. Approve the request instead.",
    invitee_blocks:
      "{characterName} does not accept invitations from {groupName}. The player can still request to join or use an invite code.",
    invitee_full:
      "{characterName} has {count} unanswered invitations, the maximum. Try again after some are answered.",
    invitation_expired: "This invitation to {groupName} has expired.",
    invitation_accepted: "This invitation to {groupName} was already accepted.",
    invitation_declined: "This invitation to {groupName} was already declined.",
    invitation_revoked: "This invitation to {groupName} was already revoked.",
    invitation_not_now:
      "This invitation cannot be accepted at the moment. Ask the owner or an admin of {groupName} for another one.",
    too_many_codes: "{name} already has {count} invite codes. Revoke one first.",
    // Operations
    operation_changed:
      "The operation was changed in the meantime. Load it and apply your changes again.",
    operations_full:
      "{name} already has {count} operations planned. Cancel or wait for some first.",
    operation_reading_early: "An operation begins at most an hour before its time.",
    operation_reading_over: "This operation has ended, or is cancelled.",
    operation_runs: "End the operation first: its fleet is still read.",
    operation_over: "This operation is over or cancelled: answers no longer change.",
    // Requirements
    requirements_changed:
      "The requirements were changed in the meantime. Load them and apply your changes again.",
    held_decided: "This was decided already.",
    removals_changed: "The number of removals has changed. Read the new numbers before you decide.",
    // Reviews
    review_too_large:
      "{name} has more than {count, number} members, which is too many to review by hand. Requirements can check them.",
    review_nobody: "{name} has no members but the owner.",
    review_not_now: "{name} cannot be reviewed now. Perhaps a review is open already.",
    review_over: "This review is over. Reload the page.",
    review_changed: "The members have changed. Read the new numbers first.",
    // Undo
    undo_changed: "Something has changed since the preview. Read the new preview before you undo.",
    nothing_to_undo: "Nothing is left to undo.",
    // Corporations
    corporation_inactive: "{name} is inactive. Activate it first.",
    corporation_managed: "{name} is already managed here.",
    too_many_directors: "A corporation has at most {count} directors.",
    already_director: "{name} is already a director.",
    director_suspended:
      "A director whose player is suspended is not used, so nothing was checked. Add another director.",
    no_director: "No director is assigned. Add one first.",
    director_needed: "Only public data can be fetched without a director. Assign one.",
    list_not_renewed:
      "EVE renews its list of members at {clock} EVE time. Until then it would give the same list.",
    // Discord
    discord_account_taken:
      "{username} is linked to another account here. Unlink it there first, or choose another Discord account.",
    discord_already_linked: "You have already linked {own}. Unlink it first, then link {username}.",
    discord_link_first: "Link Discord first.",
    discord_permission_gone:
      "Discord no longer accepts the permission you gave. Unlink Discord, link it again, then join.",
    discord_link_checked: "Your Discord link is being checked. Try again in a minute.",
    discord_too_many_servers:
      "You are on as many servers as Discord allows. Leave one, then try again.",
    server_changed:
      "The settings of this server were changed in the meantime. Load them and apply your changes again.",
    server_off: "The server is off: Muster changes nothing there.",
    server_not_ready: "This server cannot be switched on yet. {what}.",
    drift_changed: "The list has changed. Read it again before you decide.",
    discord_secrets_missing: "Set DISCORD_BOT_TOKEN and DISCORD_PUBLIC_KEY first.",
    // Applications
    application_changed:
      "The settings of this application were changed in the meantime. Load them and apply your changes again.",
    public_application: "A public application has no secret.",
    no_key_in_stock: "No signing key is in stock. Run npm run deploy: it makes six.",
    sign_in_first: "Sign in at EVE first.",
    too_many_tokens: "An application has at most {count} tokens.",
    watch_entry_exists: "The watchlist has an entry for this.",
    too_many_watch_entries: "The watchlist has at most {count, number} entries.",
    fact_exists: "The application has a fact with this key.",
    too_many_facts: "An application has at most {count} facts.",
    fact_used: "Requirements of {groups} ask for this fact. Change them first.",
    idempotency_key_reused: "This Idempotency-Key was used with another request before.",
    webhook_off: "This webhook is off. Switch it on first.",
    too_many_webhooks: "An application has at most {count} webhooks.",
  },
  duplicate_name: {
    same_name: "A group with this name already exists.",
  },
  payload_too_large: {
    body_too_large: "The body must have at most 64 KiB.",
  },
  unsupported_media_type: {
    json_expected: "Send the body as JSON, with Content-Type: application/json.",
  },
  rate_limited: {
    // The request
    too_many_requests: "Too many requests. Wait a minute, then try again.",
    // Accounts and characters
    export_limit: "You can download your data {count} times an hour. Try again later.",
    // What one account may in a day
    limit_groups: "You have created {count} groups today. You can create more after 00:00 UTC.",
    limit_looks:
      "You have looked {count} times at what others share today. You can look again after 00:00 UTC.",
    limit_edits: "You have made {count} changes today. You can make more after 00:00 UTC.",
    limit_roles: "You have changed {count} roles today. You can change more after 00:00 UTC.",
    limit_joins: "You have joined {count} groups today. You can join more after 00:00 UTC.",
    limit_requests:
      "You have requested to join {count} groups today. You can request to join more after 00:00 UTC.",
    limit_invitations:
      "You have sent {count} invitations today. You can send more after 00:00 UTC.",
    limit_codes:
      "You have created {count} invite codes today. You can create more after 00:00 UTC.",
    limit_links:
      "You have linked characters or Discord {count} times today. You can link more after 00:00 UTC.",
    limit_mains:
      "You have changed your main {count} times today. You can change it again after 00:00 UTC.",
    limit_sign_ins:
      "You have signed in to applications {count} times today. You can sign in to them again after 00:00 UTC.",
    limit_lookups:
      "You have opened {count} characters that were new here today. You can open more after 00:00 UTC.",
    limit_logins: "You have signed in {count} times today. You can sign in again after 00:00 UTC.",
    limit_verdicts:
      "You have decided about {count} members in reviews today. You can decide about more after 00:00 UTC.",
    limit_renewals:
      "You have had {count} sign-ins at applications renewed today. You can sign in to them again after 00:00 UTC.",
    limit_rows:
      "You have changed as much as one account may in a day. You can go on after 00:00 UTC.",
    // Invitations and invite codes
    invitations_spent:
      "{count} of your invitations from the last 24 hours are unanswered, the maximum. Wait for answers or create an invite code.",
    // Discord
    discord_limited:
      "Discord is limiting requests. Nothing was changed. Try again in {seconds} seconds.",
    // Applications
    application_spent:
      "An application may write {count, number} rows a day. This one can go on at 00:00 EVE time.",
  },
  internal: {
    unexpected: "Muster had an unexpected error. Try again.",
  },
  upstream_unavailable: {
    eve_refuses_muster:
      "EVE does not accept this site's application. Please tell an administrator.",
    eve_unavailable: "EVE could not be reached. Try again in a few minutes.",
    eve_sign_in_silent:
      "EVE's sign-in is not responding. Your account is unchanged. Try again in a few minutes.",
    character_not_loaded: "This character could not be loaded from EVE. Try again.",
    directors_not_checked:
      "EVE did not answer, so the directors could not be checked. Their status is unchanged. Try again in a few minutes.",
    discord_silent: "Discord is not responding. Nothing was changed. Try again in a few minutes.",
    discord_join_refused:
      "Discord did not let Muster add you. Ask an administrator to look at the server’s health.",
    discord_bot_token_refused:
      "Discord does not accept the bot token. Settings say how to replace it.",
    discord_not_now: "Discord is not responding. Try again in a few minutes.",
    discord_token_refused: "Discord does not accept the bot token.",
    discord_install_again:
      "Install the bot again with the link under Discord servers: it lacks the right to add commands.",
    discord_refused: "Discord refused with the code {code}.",
  },
  unavailable: {
    reads_spent:
      "Muster is unavailable until 00:00 UTC: its database has reached the daily limit of reads.",
    database_interrupted: "Muster's database was interrupted. Try again in a few seconds.",
    database_interrupted_write:
      "Muster's database was interrupted, so it is not known whether your change was saved. Reload the page before you try again.",
    database_silent: "The database does not answer.",
    keys_being_made: "The signing keys are being made. Try again in a minute.",
    rights_changed: "What this token may do has just changed. Send the request again.",
  },
  read_only: {
    writes_spent:
      "Muster is read-only until 00:00 UTC: its database has reached the daily limit of writes. Nothing was changed.",
  },
  not_configured: {
    not_configured: "{problem}",
  },
} as const satisfies Partial<Record<ErrorCode, Record<string, string>>>;

type Sentences = typeof SENTENCES;
export type Reason = { [Code in keyof Sentences]: keyof Sentences[Code] }[keyof Sentences];
type SentenceOf<R extends Reason> = {
  [Code in keyof Sentences]: R extends keyof Sentences[Code] ? Sentences[Code][R] : never;
}[keyof Sentences];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every reason of `SENTENCES`
export const REASONS = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([code, sentences]) =>
    Object.entries(sentences).map(([reason, message]) => [reason, { code, message }]),
  ),
) as { [R in Reason]: { code: ErrorCode; message: SentenceOf<R> } };

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
export type ParamsOf<R extends Reason> = Record<NamesIn<SentenceOf<R>>, string | number>;

const PLACE =
  /\{(?<name>\w+)(?:(?<number>, number)|(?<date>, date)|, plural, one \{(?<one>[^}]*)\} other \{(?<other>[^}]*)\})?\}/g;

export function sayReasonInEnglish(reason: Reason, params: Params): string {
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
