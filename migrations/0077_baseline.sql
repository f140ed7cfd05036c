CREATE TABLE `characters` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`user_id` text,
	`owner_hash` text,
	`linked_at` integer,
	`unconfirmed_since` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `characters_id_user` ON `characters` (`id`,`user_id`);
--> statement-breakpoint
CREATE INDEX `characters_user` ON `characters` (`user_id`);
--> statement-breakpoint
CREATE INDEX `characters_name_folded` ON `characters` (`name_folded`);
--> statement-breakpoint
CREATE TABLE `eve_tokens` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`refresh_token` text NOT NULL,
	`access_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`scopes` text NOT NULL,
	`state` text NOT NULL,
	`state_since` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`refresh_lease_until` integer,
	`own_scopes` text,
	`spares` text,
	`lost_scopes` text,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `eve_tokens_revoked` ON `eve_tokens` (`character_id`) WHERE state = 'revoked';
--> statement-breakpoint
CREATE INDEX `eve_tokens_spares` ON `eve_tokens` (`character_id`) WHERE spares is not null;
--> statement-breakpoint
CREATE TABLE `pending_claims` (
	`browser_hash` text PRIMARY KEY NOT NULL,
	`character_id` integer NOT NULL,
	`character_name` text NOT NULL,
	`owner_hash` text NOT NULL,
	`refresh_token` text NOT NULL,
	`access_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_claims_expires` ON `pending_claims` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`proven_character_id` integer,
	`proven_at` integer,
	`proof_hash` text,
	`character_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `sign_in_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`code_verifier` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_states_expires` ON `sign_in_states` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`main_character_id` integer,
	`created_at` integer NOT NULL,
	`suspended_until` integer,
	`suspension_reason` text,
	`daily_acts` text,
	`notices_seen_at` integer,
	`last_seen_at` integer,
	FOREIGN KEY (`main_character_id`,`id`) REFERENCES `characters`(`id`,`user_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_main_character` ON `users` (`main_character_id`);
--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_until`) WHERE suspended_until is not null;
--> statement-breakpoint
CREATE INDEX `users_last_seen` ON `users` (`last_seen_at`,`id`) WHERE last_seen_at is not null;
--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`description` text,
	`visibility` text NOT NULL,
	`allow_group_creation` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `group_counts` (
	`category_id` text NOT NULL,
	`effective_visibility` text NOT NULL,
	`visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`category_id`, `effective_visibility`, `visibility`, `join_mode`),
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`rank` integer GENERATED ALWAYS AS (case role when 'owner' then 0 when 'admin' then 1 else 2 end) VIRTUAL,
	`joined_at` integer NOT NULL,
	`name_folded` text DEFAULT '' NOT NULL,
	`ends_at` integer,
	`end_due_at` integer,
	`emergency_id` text,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_members_one_owner` ON `group_members` (`group_id`) WHERE role = 'owner';
--> statement-breakpoint
CREATE INDEX `group_members_listed` ON `group_members` (`group_id`,`rank`,`joined_at`,`user_id`);
--> statement-breakpoint
CREATE INDEX `group_members_user` ON `group_members` (`user_id`,`rank`,`group_id`);
--> statement-breakpoint
CREATE INDEX `group_members_by_name` ON `group_members` (`group_id`,`name_folded`,`user_id`);
--> statement-breakpoint
CREATE INDEX `group_members_ending` ON `group_members` (`end_due_at`) WHERE end_due_at is not null;
--> statement-breakpoint
CREATE INDEX `group_members_by_end` ON `group_members` (`group_id`,`ends_at`,`user_id`) WHERE ends_at is not null;
--> statement-breakpoint
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`description` text,
	`category_id` text NOT NULL,
	`visibility` text NOT NULL,
	`effective_visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	`member_count` integer DEFAULT 0 NOT NULL,
	`pending_request_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`member_rank` integer DEFAULT 0 NOT NULL,
	`open_to_guests` integer DEFAULT false NOT NULL,
	`membership_days` integer,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `groups_listed` ON `groups` (`effective_visibility`,`join_mode`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_listed_by_category` ON `groups` (`category_id`,`effective_visibility`,`join_mode`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_by_name` ON `groups` (`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_by_category_and_name` ON `groups` (`category_id`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_by_members` ON `groups` (`member_rank`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_by_category_and_members` ON `groups` (`category_id`,`member_rank`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_listed_by_members` ON `groups` (`effective_visibility`,`join_mode`,`member_rank`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_listed_by_category_and_members` ON `groups` (`category_id`,`effective_visibility`,`join_mode`,`member_rank`,`name_folded`,`id`);
--> statement-breakpoint
CREATE INDEX `groups_open_to_guests` ON `groups` (`name_folded`,`id`) WHERE open_to_guests = 1;
--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`invitee_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`category_id` text,
	`membership_days` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invitee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_one_pending` ON `invitations` (`group_id`,`invitee_id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX `invitations_listed` ON `invitations` (`group_id`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invitations_invitee` ON `invitations` (`invitee_id`,`expires_at`,`id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX `invitations_expires` ON `invitations` (`expires_at`) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX `invitations_received` ON `invitations` (`invitee_id`,`id`);
--> statement-breakpoint
CREATE INDEX `invitations_sent` ON `invitations` (`inviter_id`,`id`);
--> statement-breakpoint
CREATE INDEX `invitations_category` ON `invitations` (`invitee_id`,`category_id`,`expires_at`) WHERE status = 'pending' and category_id is not null;
--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`created_at`) WHERE status in ('pending', 'revoked');
--> statement-breakpoint
CREATE TABLE `invite_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`code` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`use_limit` integer,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`code_hash` text,
	`membership_days` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invite_codes_within_limit" CHECK(use_limit is null or uses <= use_limit)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_code_unique` ON `invite_codes` (`code`);
--> statement-breakpoint
CREATE INDEX `invite_codes_listed` ON `invite_codes` (`group_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invite_codes_made` ON `invite_codes` (`created_by`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_code_hash_unique` ON `invite_codes` (`code_hash`);
--> statement-breakpoint
CREATE TABLE `join_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`decision_id` text,
	`decided_at` integer,
	`rejection_reason` text,
	`is_extension` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `join_requests_one_pending` ON `join_requests` (`group_id`,`user_id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX `join_requests_listed` ON `join_requests` (`group_id`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `join_requests_user` ON `join_requests` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `join_requests_waiting` ON `join_requests` (`user_id`,`created_at`,`id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE TABLE `asset_pages` (
	`character_id` integer NOT NULL,
	`page` integer NOT NULL,
	`etag` text,
	`item_count` integer NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`character_id`, `page`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `character_affiliations` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`alliance_id` integer,
	`as_of` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `character_affiliations_corporation` ON `character_affiliations` (`corporation_id`);
--> statement-breakpoint
CREATE INDEX `character_affiliations_alliance` ON `character_affiliations` (`alliance_id`) WHERE alliance_id is not null;
--> statement-breakpoint
CREATE TABLE `character_checks` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`record` text NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `character_sections` (
	`character_id` integer NOT NULL,
	`section` text NOT NULL,
	`etag` text,
	`data` text NOT NULL,
	`levels` text,
	PRIMARY KEY(`character_id`, `section`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `esi_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`closed_to` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`rows` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `job_runs_job` ON `job_runs` (`job`,`started_at`);
--> statement-breakpoint
CREATE INDEX `job_runs_failed` ON `job_runs` (`started_at`) WHERE error is not null;
--> statement-breakpoint
CREATE TABLE `main_name_suffixes` (
	`suffix` text NOT NULL,
	`character_id` integer NOT NULL,
	`is_whole` integer NOT NULL,
	PRIMARY KEY(`suffix`, `character_id`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `main_name_suffixes_character` ON `main_name_suffixes` (`character_id`);
--> statement-breakpoint
CREATE INDEX `main_name_suffixes_whole` ON `main_name_suffixes` (`suffix`,`character_id`) WHERE is_whole = 1;
--> statement-breakpoint
CREATE TABLE `names` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`refused_to` integer,
	`retry_at` integer
);
--> statement-breakpoint
CREATE INDEX `names_refused` ON `names` (`refused_to`) WHERE refused_to is not null;
--> statement-breakpoint
CREATE INDEX `names_by_name` ON `names` (name collate nocase);
--> statement-breakpoint
CREATE TABLE `discord_accounts` (
	`discord_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`username` text NOT NULL,
	`discriminator` text NOT NULL,
	`refresh_token` text NOT NULL,
	`is_authorized` integer NOT NULL,
	`linked_at` integer NOT NULL,
	`check_due_at` integer NOT NULL,
	`display_name` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_accounts_user_id_unique` ON `discord_accounts` (`user_id`);
--> statement-breakpoint
CREATE INDEX `discord_accounts_in_order` ON `discord_accounts` (cast(discord_id as integer));
--> statement-breakpoint
CREATE TABLE `discord_link_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_link_states_expires` ON `discord_link_states` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `corporation_contracts` (
	`corporation_id` integer NOT NULL,
	`id` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `corporations` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`ticker` text NOT NULL,
	`ticker_folded` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`assigned_character_id` integer,
	`is_verified` integer DEFAULT false NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`member_count` integer,
	`ceo_id` integer,
	`alliance_id` integer,
	`linked_member_count` integer DEFAULT 0 NOT NULL,
	`journal_count` integer DEFAULT 0 NOT NULL,
	`contract_count` integer DEFAULT 0 NOT NULL,
	`killmail_count` integer DEFAULT 0 NOT NULL,
	`verification_failed_at` integer,
	`roster_group_id` text REFERENCES groups(id) ON DELETE set null,
	`reads_roles` integer DEFAULT false NOT NULL,
	`doubtful_since` integer,
	FOREIGN KEY (`assigned_character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `corporations_name` ON `corporations` (`name_folded`,`id`);
--> statement-breakpoint
CREATE TABLE `corporation_pages` (
	`corporation_id` integer NOT NULL,
	`source` text NOT NULL,
	`is_staged` integer NOT NULL,
	`page` integer NOT NULL,
	`etag` text,
	`item_count` integer NOT NULL,
	`data` text,
	PRIMARY KEY(`corporation_id`, `source`, `is_staged`, `page`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `corporation_directors` (
	`id` text PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`character_id` integer NOT NULL,
	`priority` integer NOT NULL,
	`is_healthy` integer DEFAULT false NOT NULL,
	`failure_count` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`roles` text DEFAULT '[]' NOT NULL,
	`roles_etag` text,
	`roles_expire_at` integer,
	`checked_at` integer,
	`attempted_at` integer,
	`failed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corporation_directors_character` ON `corporation_directors` (`corporation_id`,`character_id`);
--> statement-breakpoint
CREATE INDEX `corporation_directors_attempted` ON `corporation_directors` (`attempted_at`);
--> statement-breakpoint
CREATE INDEX `corporation_directors_of_character` ON `corporation_directors` (`character_id`);
--> statement-breakpoint
CREATE TABLE `corporation_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`category` text NOT NULL,
	`director_id` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`due_at` integer,
	`lease_until` integer,
	`resumes_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`pages_read` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`error` text,
	`plan` text,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corporation_runs_open` ON `corporation_runs` (`corporation_id`,`category`) WHERE finished_at is null;
--> statement-breakpoint
CREATE INDEX `corporation_runs_latest` ON `corporation_runs` (`corporation_id`,`category`,`started_at`);
--> statement-breakpoint
CREATE INDEX `corporation_runs_success` ON `corporation_runs` (`corporation_id`,`finished_at`) WHERE error is null;
--> statement-breakpoint
CREATE INDEX `corporation_runs_director` ON `corporation_runs` (`director_id`,`started_at`);
--> statement-breakpoint
CREATE INDEX `corporation_runs_failed` ON `corporation_runs` (`finished_at`) WHERE error is not null;
--> statement-breakpoint
CREATE INDEX `corporation_runs_started` ON `corporation_runs` (`started_at`);
--> statement-breakpoint
CREATE TABLE `corporation_health` (
	`corporation_id` integer NOT NULL,
	`at` integer NOT NULL,
	`directors` integer NOT NULL,
	`healthy` integer NOT NULL,
	`unknown` integer NOT NULL,
	`failing` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`corporation_id`, `at`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `corporation_health_time` ON `corporation_health` (`at`);
--> statement-breakpoint
CREATE TABLE `corporation_journal` (
	`corporation_id` integer NOT NULL,
	`division` integer NOT NULL,
	`id` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `division`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `corporation_killmails` (
	`corporation_id` integer NOT NULL,
	`id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`died_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_time` ON `dead_letters` (`died_at`);
--> statement-breakpoint
CREATE TABLE `health_samples` (
	`day` text PRIMARY KEY NOT NULL,
	`taken_at` integer NOT NULL,
	`database_bytes` integer NOT NULL,
	`tokens_by_key` text NOT NULL,
	`revoked_tokens` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`log` text NOT NULL,
	`kind` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text,
	`subject_name` text,
	`character_id` integer,
	`character_name` text,
	`group_id` text,
	`group_name` text,
	`category_id` text,
	`category_name` text,
	`corporation_id` integer,
	`corporation_name` text,
	`owner_hash` text,
	`detail` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`group_visibility` text,
	`server_id` text,
	`server_name` text,
	`application_id` text,
	`application_name` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_id_unique` ON `audit_events` (`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_kind` ON `audit_events` (`kind`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`actor_id`,`id`) WHERE actor_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_subject` ON `audit_events` (`subject_id`,`id`) WHERE subject_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_account` ON `audit_events` (`subject_id`,`id`) WHERE log = 'accounts';
--> statement-breakpoint
CREATE INDEX `audit_events_character` ON `audit_events` (`character_id`,`id`) WHERE character_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_sold` ON `audit_events` (`character_id`,`owner_hash`) WHERE kind = 'character_sold';
--> statement-breakpoint
CREATE INDEX `audit_events_group` ON `audit_events` (`group_id`,`id`) WHERE group_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_corporation` ON `audit_events` (`corporation_id`,`id`) WHERE corporation_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_server` ON `audit_events` (`server_id`,`id`) WHERE server_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_application` ON `audit_events` (`application_id`,`id`) WHERE application_id is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_decisions` ON `audit_events` (`subject_id`,`id`) WHERE group_visibility is not null and kind in ('admin_appointed', 'admin_dismissed', 'approval_undone', 'invitation_sent', 'member_added', 'member_removed', 'membership_end_set', 'ownership_transferred', 'rejection_undone', 'request_approved', 'request_rejected');
--> statement-breakpoint
CREATE INDEX `audit_events_membership` ON `audit_events` (`group_id`,`subject_id`,`id`) WHERE kind in ('admin_appointed', 'admin_dismissed', 'approval_undone', 'code_created', 'code_redeemed', 'group_created', 'group_deleted', 'invitation_accepted', 'invitation_sent', 'member_added', 'member_joined', 'member_left', 'member_moved_in', 'member_removed', 'ownership_transferred', 'request_approved');
--> statement-breakpoint
CREATE TABLE `unknown_characters` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`retry_at` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `refresh_leases` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`record_saved_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `admin_pins` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`owner_hash` text NOT NULL,
	`withheld_since` integer
);
--> statement-breakpoint
CREATE TABLE `log_rewrites` (
	`user_id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	`pseudonym` text
);
--> statement-breakpoint
CREATE INDEX `log_rewrites_into` ON `log_rewrites` (`into_id`);
--> statement-breakpoint
CREATE TABLE `token_revocations` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`refresh_token` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `token_revocations_due` ON `token_revocations` (`due_at`);
--> statement-breakpoint
CREATE TABLE `take_back_rights` (
	`character_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`owner_hash` text NOT NULL,
	`linked_at` integer NOT NULL,
	`lost_main_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`character_id`, `user_id`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `take_back_rights_user` ON `take_back_rights` (`user_id`);
--> statement-breakpoint
CREATE INDEX `take_back_rights_expires` ON `take_back_rights` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `invitation_blocks` (
	`user_id` text NOT NULL,
	`group_id` text NOT NULL,
	`group_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_blocks_listed` ON `invitation_blocks` (`user_id`,`created_at`,`group_id`);
--> statement-breakpoint
CREATE TABLE `account_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	`from_id` text NOT NULL,
	`into_main_id` integer NOT NULL,
	`from_main_id` integer NOT NULL,
	`owner_hash` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`into_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_merges_pair` ON `account_merges` (`into_id`,`from_id`);
--> statement-breakpoint
CREATE INDEX `account_merges_from` ON `account_merges` (`from_id`);
--> statement-breakpoint
CREATE INDEX `account_merges_expires` ON `account_merges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `spent_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_states_expires` ON `spent_states` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `non_public_counts` (
	`user_id` text NOT NULL,
	`category_id` text NOT NULL,
	`visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `category_id`, `visibility`, `join_mode`)
);
--> statement-breakpoint
CREATE TABLE `non_public_listings` (
	`user_id` text NOT NULL,
	`name_folded` text NOT NULL,
	`id` text NOT NULL,
	`category_id` text NOT NULL,
	`visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	PRIMARY KEY(`user_id`, `name_folded`, `id`, `category_id`, `visibility`, `join_mode`)
);
--> statement-breakpoint
CREATE TABLE `completed_passes` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contacts` (
	`owner_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`standing` real NOT NULL,
	PRIMARY KEY(`owner_id`, `contact_id`)
);
--> statement-breakpoint
CREATE TABLE `director_lists` (
	`owner_id` integer NOT NULL,
	`list` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `list`)
);
--> statement-breakpoint
CREATE TABLE `corporation_member_roles` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`roles` text NOT NULL,
	PRIMARY KEY(`character_id`, `corporation_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `corporation_member_roles_corporation` ON `corporation_member_roles` (`corporation_id`);
--> statement-breakpoint
CREATE TABLE `corporation_member_titles` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`title_ids` text NOT NULL,
	PRIMARY KEY(`character_id`, `corporation_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `corporation_member_titles_corporation` ON `corporation_member_titles` (`corporation_id`);
--> statement-breakpoint
CREATE TABLE `rule_conditions` (
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`rule_id` text NOT NULL,
	PRIMARY KEY(`type`, `subject`, `rule_id`)
);
--> statement-breakpoint
CREATE INDEX `rule_conditions_rule` ON `rule_conditions` (`rule_id`);
--> statement-breakpoint
CREATE TABLE `evaluation_marks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `evaluation_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules_version` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`sweep_after` text,
	`sweep_started_at` integer,
	`swept_at` integer,
	`as_of` integer,
	CONSTRAINT "evaluation_state_one_row" CHECK("evaluation_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `group_requirements` (
	`group_id` text PRIMARY KEY NOT NULL,
	`tree` text NOT NULL,
	`enrolment` text NOT NULL,
	`grace_days` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	`listing` text DEFAULT 'everyone' NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `held_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`state` text NOT NULL,
	`rule_event_id` text,
	`hold_limit` text NOT NULL,
	`member_count` integer NOT NULL,
	`removal_count` integer NOT NULL,
	`computed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	`asked_by` text,
	`review_id` text,
	`continues_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `held_changes_group` ON `held_changes` (`group_id`);
--> statement-breakpoint
CREATE INDEX `held_changes_decided` ON `held_changes` (`decided_at`,`id`) WHERE decided_at is not null;
--> statement-breakpoint
CREATE INDEX `held_changes_asked` ON `held_changes` (`group_id`) WHERE state = 'held' and asked_by is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `held_changes_open` ON `held_changes` (`group_id`) WHERE state in ('held', 'released') and asked_by is null;
--> statement-breakpoint
CREATE TABLE `membership_problems` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`outcome` text NOT NULL,
	`since` integer NOT NULL,
	`grace_ends_at` integer,
	`grace_started_at` integer,
	`causes` text NOT NULL,
	`checked_at` integer NOT NULL,
	`held_id` text,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`held_id`) REFERENCES `held_changes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`group_id`,`user_id`) REFERENCES `group_members`(`group_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `membership_problems_user` ON `membership_problems` (`user_id`);
--> statement-breakpoint
CREATE INDEX `membership_problems_listed` ON `membership_problems` (`group_id`,`grace_ends_at`,`user_id`);
--> statement-breakpoint
CREATE INDEX `membership_problems_ending` ON `membership_problems` (`grace_ends_at`) WHERE grace_ends_at is not null and held_id is null and outcome = 'unmet';
--> statement-breakpoint
CREATE INDEX `membership_problems_held` ON `membership_problems` (`held_id`) WHERE held_id is not null;
--> statement-breakpoint
CREATE TABLE `evidence_refreshes` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_refreshes_due` ON `evidence_refreshes` (`due_at`);
--> statement-breakpoint
CREATE TABLE `community` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`welcome` text,
	`logo` text,
	`version` integer DEFAULT 0 NOT NULL,
	`member_group_id` text REFERENCES groups(id),
	`grace_days` integer DEFAULT 3 NOT NULL,
	CONSTRAINT "community_one_row" CHECK("community"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `move_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`system` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `discord_marks` (
	`server_id` text NOT NULL,
	`discord_id` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`server_id`, `discord_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `discord_members` (
	`server_id` text NOT NULL,
	`discord_id` text NOT NULL,
	`name` text NOT NULL,
	`nickname` text,
	`roles` text NOT NULL,
	`given` text NOT NULL,
	`accepted` text NOT NULL,
	`attempt` text,
	`losing` text,
	`problem` text,
	`problem_at` integer,
	`read_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`server_id`, `discord_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_members_account` ON `discord_members` (`discord_id`);
--> statement-breakpoint
CREATE INDEX `discord_members_in_order` ON `discord_members` (`server_id`,cast(discord_id as integer));
--> statement-breakpoint
CREATE INDEX `discord_members_losing` ON `discord_members` (`server_id`,`discord_id`) WHERE losing is not null;
--> statement-breakpoint
CREATE INDEX `discord_members_problem` ON `discord_members` (`server_id`,`problem_at`) WHERE problem is not null;
--> statement-breakpoint
CREATE TABLE `discord_role_groups` (
	`server_id` text NOT NULL,
	`role_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`server_id`, `role_id`, `group_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`server_id`,`role_id`) REFERENCES `discord_roles`(`server_id`,`role_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_role_groups_group` ON `discord_role_groups` (`group_id`,`server_id`);
--> statement-breakpoint
CREATE TABLE `discord_roles` (
	`server_id` text NOT NULL,
	`role_id` text NOT NULL,
	PRIMARY KEY(`server_id`, `role_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `discord_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`facts` text NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`nickname_template` text,
	`keeps_own_part` integer DEFAULT true NOT NULL,
	`join_group_id` text,
	`drift` text DEFAULT 'list' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`added_at` integer NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`waits_until` integer,
	`halt` text,
	`outages` integer DEFAULT 0 NOT NULL,
	`buckets` text DEFAULT '{"routes":{},"limits":{}}' NOT NULL,
	`sweep_after` text,
	`swept_at` integer,
	`removals` text,
	`removal_count` integer DEFAULT 0 NOT NULL,
	`removals_at` integer,
	`sweep_started_at` integer,
	`recent_removals` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`join_group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `audit_digests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`salt` text,
	`personal` text NOT NULL,
	`digest` text NOT NULL,
	`removed_by_move` text
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`event_count` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`created_at` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `merged_users` (
	`from_id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	FOREIGN KEY (`into_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `merged_users_into` ON `merged_users` (`into_id`);
--> statement-breakpoint
CREATE TABLE `group_qualifications` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `group_requirements`(`group_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_qualifications_user` ON `group_qualifications` (`user_id`,`group_id`);
--> statement-breakpoint
CREATE TABLE `discord_direct_messages` (
	`user_id` text PRIMARY KEY NOT NULL,
	`channel_id` text,
	`discord_id` text,
	`opened_at` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	`after_seq` integer NOT NULL,
	`due_seq` integer DEFAULT 0 NOT NULL,
	`attempt` text,
	`posted_at` integer,
	`waits_until` integer NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`outages` integer DEFAULT 0 NOT NULL,
	`origin` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_direct_messages_opened` ON `discord_direct_messages` (`opened_at`) WHERE opened_at is not null;
--> statement-breakpoint
CREATE INDEX `discord_direct_messages_due` ON `discord_direct_messages` (`waits_until`) WHERE due_seq > after_seq;
--> statement-breakpoint
CREATE TABLE `discord_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text,
	`corporation_id` integer,
	`target_id` text NOT NULL,
	`target_name` text NOT NULL,
	`server_name` text,
	`webhook_token` text,
	`topics` text NOT NULL,
	`halt` text,
	`version` integer DEFAULT 0 NOT NULL,
	`after_seq` integer NOT NULL,
	`due_seq` integer DEFAULT 0 NOT NULL,
	`attempt` text,
	`posted_at` integer,
	`waits_until` integer NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`outages` integer DEFAULT 0 NOT NULL,
	`origin` text NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_feeds_group` ON `discord_feeds` (`group_id`) WHERE group_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_feeds_corporation` ON `discord_feeds` (`corporation_id`) WHERE corporation_id is not null;
--> statement-breakpoint
CREATE INDEX `discord_feeds_target` ON `discord_feeds` (`target_id`);
--> statement-breakpoint
CREATE INDEX `discord_feeds_due` ON `discord_feeds` (`waits_until`) WHERE due_seq > after_seq;
--> statement-breakpoint
CREATE TABLE `discord_request_posts` (
	`request_id` text PRIMARY KEY NOT NULL,
	`feed_id` text NOT NULL,
	`message_id` text NOT NULL,
	`name` text NOT NULL,
	`shown` text NOT NULL,
	`posted_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `join_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`feed_id`) REFERENCES `discord_feeds`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_request_posts_feed` ON `discord_request_posts` (`feed_id`);
--> statement-breakpoint
CREATE INDEX `discord_request_posts_message` ON `discord_request_posts` (`message_id`);
--> statement-breakpoint
CREATE INDEX `discord_request_posts_posted` ON `discord_request_posts` (`posted_at`);
--> statement-breakpoint
CREATE TABLE `asked_removals` (
	`held_id` text NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`held_id`, `user_id`),
	FOREIGN KEY (`held_id`) REFERENCES `held_changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`,`user_id`) REFERENCES `group_members`(`group_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `asked_removals_membership` ON `asked_removals` (`group_id`,`user_id`);
--> statement-breakpoint
CREATE TABLE `corporation_members` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`name` text,
	`name_folded` text,
	`listed_at` integer NOT NULL,
	`joined_at` integer,
	`last_online_at` integer,
	`left_at` integer,
	`departure` text,
	PRIMARY KEY(`corporation_id`, `character_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `corporation_members_character` ON `corporation_members` (`character_id`);
--> statement-breakpoint
CREATE INDEX `corporation_members_unnamed` ON `corporation_members` (`corporation_id`) WHERE name is null;
--> statement-breakpoint
CREATE INDEX `corporation_members_left` ON `corporation_members` (`left_at`) WHERE left_at is not null;
--> statement-breakpoint
CREATE TABLE `notice_polls` (
	`director_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`polled_at` integer NOT NULL,
	`etag` text,
	`last_notice_id` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`lists_due_at` integer,
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `roster_counts` (
	`corporation_id` integer NOT NULL,
	`day` integer NOT NULL,
	`members` integer NOT NULL,
	`registered` integer NOT NULL,
	PRIMARY KEY(`corporation_id`, `day`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `application_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`user_id` text NOT NULL,
	`grant_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text,
	`nonce` text,
	`scope` text NOT NULL,
	`issuer` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`session_id` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_codes_application` ON `application_codes` (`application_id`);
--> statement-breakpoint
CREATE INDEX `application_codes_user` ON `application_codes` (`user_id`);
--> statement-breakpoint
CREATE INDEX `application_codes_expires` ON `application_codes` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `application_consents` (
	`application_id` text NOT NULL,
	`user_id` text NOT NULL,
	`claims` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_sign_in_at` integer,
	PRIMARY KEY(`application_id`, `user_id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_consents_user` ON `application_consents` (`user_id`);
--> statement-breakpoint
CREATE INDEX `application_consents_recent` ON `application_consents` (`application_id`,`last_sign_in_at`);
--> statement-breakpoint
CREATE TABLE `application_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`user_id` text NOT NULL,
	`scope` text NOT NULL,
	`nonce` text,
	`issuer` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`generation` integer,
	`rotated_at` integer,
	`expires_at` integer NOT NULL,
	`session_id` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_grants_application` ON `application_grants` (`application_id`,`user_id`);
--> statement-breakpoint
CREATE INDEX `application_grants_user` ON `application_grants` (`user_id`);
--> statement-breakpoint
CREATE INDEX `application_grants_expires` ON `application_grants` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `application_groups` (
	`application_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`application_id`, `group_id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_groups_group` ON `application_groups` (`group_id`);
--> statement-breakpoint
CREATE TABLE `application_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_secrets_application` ON `application_secrets` (`application_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `application_secrets_ends` ON `application_secrets` (`ends_at`) WHERE ends_at is not null;
--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`is_on` integer DEFAULT true NOT NULL,
	`is_public` integer NOT NULL,
	`redirect_uris` text NOT NULL,
	`post_logout_uris` text NOT NULL,
	`backchannel_logout_uri` text,
	`required_group_id` text,
	`claims` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`logout_failure` text,
	`tells_lost_groups` integer DEFAULT true NOT NULL,
	`errors_name_issuer` integer DEFAULT true NOT NULL,
	`claims_by_scope` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `applications_required_group` ON `applications` (`required_group_id`);
--> statement-breakpoint
CREATE INDEX `applications_creator` ON `applications` (`created_by`);
--> statement-breakpoint
CREATE TABLE `logout_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `logout_deliveries_application` ON `logout_deliveries` (`application_id`);
--> statement-breakpoint
CREATE INDEX `logout_deliveries_user` ON `logout_deliveries` (`user_id`);
--> statement-breakpoint
CREATE INDEX `logout_deliveries_due` ON `logout_deliveries` (`due_at`);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signing_keys_newest` ON `signing_keys` (`created_at`);
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`name` text NOT NULL,
	`rights` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash_unique` ON `api_tokens` (`hash`);
--> statement-breakpoint
CREATE INDEX `api_tokens_application` ON `api_tokens` (`application_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `api_tokens_creator` ON `api_tokens` (`created_by`);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`application_id` text NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text,
	`topic` text NOT NULL,
	`body` text NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`duration_ms` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`webhook_id`,`event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_listed` ON `webhook_deliveries` (`application_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_state` ON `webhook_deliveries` (`application_id`,`state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_user` ON `webhook_deliveries` (`user_id`) WHERE user_id is not null;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`url` text NOT NULL,
	`topics` text NOT NULL,
	`secret` text NOT NULL,
	`last_four` text NOT NULL,
	`is_on` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`after_seq` integer NOT NULL,
	`failure` text,
	`failing_since` integer,
	`waits_until` integer,
	`lease_until` integer,
	`lease_id` text,
	`secret_version` integer DEFAULT 0 NOT NULL,
	`former_secret` text,
	`former_ends_at` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_application` ON `webhooks` (`application_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `webhooks_cursor` ON `webhooks` (`after_seq`) WHERE is_on = 1;
--> statement-breakpoint
CREATE INDEX `webhooks_former_ends` ON `webhooks` (`former_ends_at`) WHERE former_ends_at is not null;
--> statement-breakpoint
CREATE TABLE `access_lists` (
	`director_id` text NOT NULL,
	`list_id` integer NOT NULL,
	`name` text NOT NULL,
	`allowed` text NOT NULL,
	`allows_everyone` integer NOT NULL,
	`is_wide` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`director_id`, `list_id`),
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `emergency_accesses` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `emergency_accesses_group` ON `emergency_accesses` (`group_id`,`started_at`);
--> statement-breakpoint
CREATE INDEX `emergency_accesses_user` ON `emergency_accesses` (`user_id`);
--> statement-breakpoint
CREATE INDEX `emergency_accesses_started` ON `emergency_accesses` (`started_at`);
--> statement-breakpoint
CREATE TABLE `group_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`silence` text NOT NULL,
	`opened_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`finished_at` integer,
	`kept` integer,
	`removed` integer,
	`is_held` integer DEFAULT false NOT NULL,
	`finished_by` text,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`finished_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_reviews_one_open` ON `group_reviews` (`group_id`) WHERE finished_at is null;
--> statement-breakpoint
CREATE INDEX `group_reviews_due` ON `group_reviews` (`due_at`) WHERE finished_at is null;
--> statement-breakpoint
CREATE INDEX `group_reviews_finished` ON `group_reviews` (`group_id`,`finished_at`);
--> statement-breakpoint
CREATE INDEX `group_reviews_by` ON `group_reviews` (`finished_by`) WHERE finished_by is not null;
--> statement-breakpoint
CREATE TABLE `review_decisions` (
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`verdict` text NOT NULL,
	`is_silent` integer DEFAULT false NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `group_reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_decisions_user` ON `review_decisions` (`user_id`);
--> statement-breakpoint
CREATE TABLE `review_schedules` (
	`group_id` text PRIMARY KEY NOT NULL,
	`every_months` integer NOT NULL,
	`silence` text NOT NULL,
	`next_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_schedules_due` ON `review_schedules` (`next_at`) WHERE next_at is not null;
--> statement-breakpoint
CREATE TABLE `type_prices` (
	`page` integer PRIMARY KEY NOT NULL,
	`prices` text NOT NULL
);
--> statement-breakpoint
INSERT OR IGNORE INTO `names` (`id`, `name`) VALUES (1, 'Unknown corporation');
--> statement-breakpoint
INSERT OR IGNORE INTO `evaluation_state` (`id`, `rules_version`) VALUES (1, 0);
--> statement-breakpoint
INSERT OR IGNORE INTO `community` (`id`, `version`, `grace_days`) VALUES (1, 0, 3);
