import type { ExportListName } from "#shared/export.ts";

/** What happens to the rows about a user in a table. */
type Decision = {
  /** The lists of the export that contain them, or why none does. */
  exported: ExportListName[] | { leftOut: string };
  /** When the account is deleted. */
  deleted: string;
  /** When another account absorbs the account. */
  merged: string;
};

const nothing = (why: string): Decision => ({
  exported: { leftOut: why },
  deleted: "kept",
  merged: "kept",
});

/** Erased with the account. */
const erased = (exported: Decision["exported"]): Decision => ({
  exported,
  deleted: "erased",
  merged: "erased",
});
const gone = (why: string): Decision => erased({ leftOut: why });

const GONE_WITH_CHARACTER = "erased with the characters";
const MOVES_WITH_CHARACTER = "moves with the characters";
const ofCharacter = (exported: Decision["exported"]): Decision => ({
  exported,
  deleted: GONE_WITH_CHARACTER,
  merged: MOVES_WITH_CHARACTER,
});

/**
 * The decision for every table. A table without one fails `test/worker/account-export.test.ts`. The tests of deletion and
 * merging search every row of the database for traces of the account.
 */
export const PERSONAL_DATA: Record<string, Decision> = {
  users: erased(["accounts"]),
  characters: { exported: ["characters"], deleted: "erased", merged: "moves" },
  eve_tokens: {
    exported: ["authorizations"],
    deleted: "erased, and revoked at EVE",
    merged: MOVES_WITH_CHARACTER,
  },
  character_affiliations: ofCharacter(["affiliations"]),
  character_sections: ofCharacter(["sheets"]),
  character_checks: ofCharacter(["sheetChecks"]),
  asset_pages: ofCharacter(["assetPages"]),
  unknown_characters: ofCharacter(["charactersUnknownToEsi"]),
  refresh_leases: {
    exported: { leftOut: "a refresh that is under way, for seconds" },
    deleted: "erased",
    merged: "kept",
  },
  names: {
    exported: ["structuresWithoutAccess"],
    deleted: "the character is erased from them",
    merged: MOVES_WITH_CHARACTER,
  },
  system_names: nothing("solar systems"),
  main_name_suffixes: {
    exported: { leftOut: "parts of the main's name" },
    deleted: GONE_WITH_CHARACTER,
    merged: "erased for the main that becomes an alt",
  },
  discord_accounts: {
    exported: ["discord"],
    deleted: "erased, and revoked at Discord",
    merged: "moves; if both accounts have one, this one is unlinked and revoked",
  },
  discord_members: {
    exported: ["discordServers"],
    deleted: "erased; with the roles, which are taken at Discord first, where Muster has given any",
    merged: "stays with the Discord account",
  },
  discord_marks: {
    exported: { leftOut: "a look at a member that is due, for a minute" },
    deleted: "erased when the roles are taken",
    merged: "stays with the Discord account",
  },
  discord_servers: nothing("about no user; the owner of a server is named by Discord's id"),
  discord_roles: nothing("about no user"),
  discord_role_groups: nothing("about no user"),
  discord_feeds: nothing("where groups, corporations and the watchlist post"),
  discord_request_posts: {
    exported: { leftOut: "which message at Discord shows a join request, which is exported" },
    deleted: "erased with the request; the message stays at Discord",
    merged: "moves with the request",
  },
  discord_direct_messages: erased(["discordMessages"]),
  applications: nothing("about no user but for who added it, whom the events name"),
  application_groups: nothing("about no user"),
  application_secrets: nothing("about no user"),
  application_consents: erased(["applications"]),
  application_codes: gone("a sign-in that is under way, for a minute"),
  application_grants: {
    exported: ["applicationSessions"],
    deleted: "erased, and the application is told to end the session",
    merged: "erased, and the application is told to end the session",
  },
  logout_deliveries: {
    exported: {
      leftOut: "a session that has ended, until its application is told, for a day at most",
    },
    deleted: "written by it, and erased when the application was told or it is given up",
    merged: "written by it, and erased when the application was told or it is given up",
  },
  signing_keys: nothing("about no user"),
  api_tokens: nothing("about no user but for who created it, whom the events name"),
  facts: nothing("about no user but for who declared it, whom the events name"),
  fact_values: {
    exported: ["facts"],
    deleted: "erased",
    merged: "moves; of two of one fact, the later one stays",
  },
  api_answers: nothing("what became of each part of a request, without the pilots"),
  watch_entries: nothing(
    "ids and names that are public in EVE, and why keepers watch them; administrators say who is asked about it",
  ),
  watch_hits: ofCharacter({
    leftOut: "what keepers found in public facts of EVE; administrators are asked",
  }),
  webhooks: nothing("about no user"),
  webhook_deliveries: gone("what an application was told of the events, which are exported"),
  admin_pins: nothing("the pinned owner of a character in ADMIN_CHARACTER_IDS"),
  sessions: erased(["sessions"]),
  sign_in_states: gone("a sign-in that is under way, for ten minutes"),
  take_back_rights: gone("which former main may take the account back, for fourteen days"),
  pending_claims: {
    exported: { leftOut: "a character that has no account yet, for ten minutes" },
    deleted: "erased",
    merged: "kept",
  },
  discord_link_states: gone("a link that is under way, for ten minutes"),
  group_members: {
    exported: ["memberships"],
    deleted: "erased, with an event",
    merged: "moves; of two in one group, the one with more rights stays",
  },
  emergency_accesses: {
    exported: ["emergencyAccesses"],
    deleted: "erased",
    merged: "ends with the merge, and is erased",
  },
  join_requests: {
    exported: ["joinRequests"],
    deleted: "erased",
    merged: "moves; a pending one is withdrawn where the other account is a member or asks too",
  },
  request_answers: {
    exported: ["requestAnswers"],
    deleted: "erased with the request",
    merged: "moves with the request",
  },
  request_shares: {
    exported: ["sharedSections"],
    deleted: "erased with the request",
    merged: "moves with the request and the characters",
  },
  request_notes: {
    exported: ["notesAboutRequests", "notesWritten"],
    deleted: "erased with the request; those that the user wrote as well",
    merged: "moves",
  },
  group_vetting: nothing("about no user"),
  group_forms: nothing("about no user"),
  invitations: {
    exported: ["invitationsReceived", "invitationsSent"],
    deleted: "erased; sent invitations pass to the owner of their group",
    merged: "moves; a pending one is settled where the other account is a member or invited too",
  },
  invitation_blocks: {
    exported: ["blockedGroups"],
    deleted: "erased",
    merged: "moves",
  },
  membership_problems: {
    exported: ["membershipProblems"],
    deleted: "erased with the memberships",
    merged: "erased with the memberships; the other account is evaluated again",
  },
  group_qualifications: {
    exported: {
      leftOut: "groups that the user finds because of their requirements, which the evidence tells",
    },
    deleted: "erased",
    merged: "erased; the other account is evaluated again",
  },
  evaluation_marks: gone("an evaluation that is due, for a minute"),
  held_changes: {
    exported: { leftOut: "the user's decisions, which the events contain" },
    deleted: "the user is erased from them",
    merged: "moves",
  },
  asked_removals: {
    exported: { leftOut: "a removal that is asked for, until it is decided" },
    deleted: "erased with the memberships",
    merged: "erased with the memberships",
  },
  review_decisions: gone("what a review decided; a removal is an event, which is exported"),
  group_reviews: gone("who finished a review, which the events tell"),
  review_schedules: nothing("about no user"),
  invite_codes: {
    exported: ["inviteCodes"],
    deleted: "passes to the owner of its group",
    merged: "moves",
  },
  alarms: nothing("what EVE tells directors of a corporation"),
  alarm_channels: nothing("about no user"),
  alarm_settings: nothing("about no user"),
  operations: {
    exported: ["operationsPlanned"],
    deleted: "kept, without who planned, commands or cancelled them",
    merged: "moves",
  },
  operation_groups: nothing("about no user"),
  operation_rules: nothing("about no user"),
  operation_series: nothing("about no user"),
  discord_events: nothing("about no user"),
  calendar_feeds: erased(["calendarFeeds"]),
  operation_answers: {
    exported: ["operationAnswers"],
    deleted: "erased",
    merged: "moves; the answer of the other account stands",
  },
  operation_readings: {
    exported: {
      leftOut: "whose fleets are read while operations run; what was read are participations",
    },
    deleted: "kept, without whom it follows and who took part",
    merged: "moves",
  },
  participations: {
    exported: ["participations"],
    deleted: "erased",
    merged: "moves; what the other account has of an operation stands",
  },
  operation_reimbursements: {
    exported: ["reimbursements"],
    deleted: "kept, without who has paid",
    merged: "moves",
  },
  corporation_directors: {
    exported: ["directors"],
    deleted: "erased, with an event",
    merged: MOVES_WITH_CHARACTER,
  },
  corporations: {
    exported: ["assignedCorporations"],
    deleted: "another director is assigned",
    merged: MOVES_WITH_CHARACTER,
  },
  audit_events: {
    exported: ["events", "actions"],
    deleted: "kept, under a pseudonym",
    merged: "moves",
  },
  token_revocations: {
    exported: { leftOut: "grants of accounts that are gone, until they are revoked" },
    deleted: "written by it, and erased when the grant is revoked or given up",
    merged: "a second Discord account is written to it",
  },
  account_merges: erased(["merges"]),
  log_rewrites: {
    exported: { leftOut: "an account that is gone, until its events are rewritten" },
    deleted: "written by it, and erased by the job",
    merged: "written by it, and erased by the job",
  },

  audit_digests: {
    exported: { leftOut: "fingerprints of the events, which are exported" },
    deleted: "kept, without the salts of the user's events",
    merged: "kept",
  },
  merged_users: {
    exported: { leftOut: "the ids of accounts that were merged into this one" },
    deleted: "erased",
    merged: "written by it",
  },

  audit_seals: nothing("about no user"),
  group_requirements: nothing("about no user"),
  evaluation_state: nothing("about no user"),
  spent_states: nothing("hashes of random states, for ten minutes"),
  community: nothing("about no user"),
  categories: nothing("about no user"),
  groups: nothing("about no user"),
  group_counts: nothing("about no user"),
  non_public_listings: {
    exported: { leftOut: "groups of the memberships, which are exported" },
    deleted: "with the memberships, by a trigger",
    merged: "with the memberships, by a trigger",
  },
  non_public_counts: {
    exported: { leftOut: "numbers of the same groups" },
    deleted: "with the memberships, by a trigger",
    merged: "with the memberships, by a trigger",
  },
  type_prices: nothing("about no user"),
  job_runs: nothing("about no user"),
  esi_limits: nothing("about no user"),
  dead_letters: nothing("messages of the queue: ids of runs and corporations"),
  unsent_messages: nothing(
    "messages for the queue, until it takes them: ids, and tokens as encrypted as theirs",
  ),
  health_samples: nothing("counts"),
  counted_days: nothing("counts"),
  counted_hours: nothing("counts"),
  health_days: nothing("hours in which a corporation or a server worked"),
  corporation_runs: nothing("fetches of a corporation; the director's row is exported"),
  corporation_health: nothing("counts of directors"),
  corporation_pages: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_journal: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_contracts: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_killmails: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_member_roles: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_member_titles: nothing("EVE's data of a corporation, which is the corporation's"),
  corporation_members: nothing("EVE's data of a corporation, which is the corporation's"),
  roster_counts: nothing("counts"),
  access_lists: nothing("EVE's lists of who may use what, read for a corporation"),
  notice_polls: nothing("times; the director's row is exported"),
  contacts: nothing("EVE's data of a corporation or an alliance"),
  director_lists: nothing("times"),
  completed_passes: nothing("times"),
  columns_to_fold: nothing("names of columns, and how far they are folded"),
  evidence_refreshes: ofCharacter({ leftOut: "when the sheet is read again, within a day" }),
  rule_conditions: nothing("about no user"),
  move_ins: nothing("about no user: what moved in is in the other tables"),
};
