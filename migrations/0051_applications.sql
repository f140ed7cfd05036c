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
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_codes_application` ON `application_codes` (`application_id`);--> statement-breakpoint
CREATE INDEX `application_codes_user` ON `application_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `application_codes_expires` ON `application_codes` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `application_consents_user` ON `application_consents` (`user_id`);--> statement-breakpoint
CREATE INDEX `application_consents_recent` ON `application_consents` (`application_id`,`last_sign_in_at`);--> statement-breakpoint
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
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_grants_application` ON `application_grants` (`application_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `application_grants_user` ON `application_grants` (`user_id`);--> statement-breakpoint
CREATE INDEX `application_grants_expires` ON `application_grants` (`expires_at`);--> statement-breakpoint
CREATE TABLE `application_groups` (
	`application_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`application_id`, `group_id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_groups_group` ON `application_groups` (`group_id`);--> statement-breakpoint
CREATE TABLE `application_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_secrets_application` ON `application_secrets` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `application_secrets_ends` ON `application_secrets` (`ends_at`) WHERE ends_at is not null;--> statement-breakpoint
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
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `applications_required_group` ON `applications` (`required_group_id`);--> statement-breakpoint
CREATE INDEX `applications_creator` ON `applications` (`created_by`);--> statement-breakpoint
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
CREATE INDEX `logout_deliveries_application` ON `logout_deliveries` (`application_id`);--> statement-breakpoint
CREATE INDEX `logout_deliveries_user` ON `logout_deliveries` (`user_id`);--> statement-breakpoint
CREATE INDEX `logout_deliveries_due` ON `logout_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signing_keys_newest` ON `signing_keys` (`created_at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `api_tokens_hash_unique` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_application` ON `api_tokens` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_tokens_creator` ON `api_tokens` (`created_by`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_listed` ON `webhook_deliveries` (`application_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_state` ON `webhook_deliveries` (`application_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_user` ON `webhook_deliveries` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
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
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_application` ON `webhooks` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhooks_cursor` ON `webhooks` (`after_seq`) WHERE is_on = 1;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `application_id` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `application_name` text;--> statement-breakpoint
CREATE INDEX `audit_events_application` ON `audit_events` (`application_id`,`id`) WHERE application_id is not null;--> statement-breakpoint
-- The application is told that a session has ended. Not after the application itself was deleted.
CREATE TRIGGER `application_grant_ended` AFTER DELETE ON `application_grants`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE id = old.application_id AND backchannel_logout_uri IS NOT NULL)
BEGIN
	INSERT INTO `logout_deliveries` (id, application_id, user_id, issuer, tries, due_at)
	VALUES (old.id, old.application_id, old.user_id, old.issuer, 0, 0) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Without a required group, applications are for members of the community.
CREATE TRIGGER `application_membership_ended` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `application_grants` WHERE user_id = old.user_id)
BEGIN
	DELETE FROM `application_grants` WHERE user_id = old.user_id AND application_id IN (
		SELECT id FROM `applications`
		WHERE coalesce(required_group_id, (SELECT member_group_id FROM `community`)) = old.group_id);
END;
--> statement-breakpoint
CREATE TRIGGER `application_requires_group` AFTER UPDATE OF `required_group_id` ON `applications`
WHEN new.required_group_id IS NOT old.required_group_id
BEGIN
	DELETE FROM `application_grants` WHERE application_id = new.id
		AND coalesce(new.required_group_id, (SELECT member_group_id FROM `community`)) IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `group_members` m WHERE m.user_id = application_grants.user_id
			AND m.group_id = coalesce(new.required_group_id, (SELECT member_group_id FROM `community`)));
END;
--> statement-breakpoint
CREATE TRIGGER `application_community_changed` AFTER UPDATE OF `member_group_id` ON `community`
WHEN new.member_group_id IS NOT NULL AND new.member_group_id IS NOT old.member_group_id
BEGIN
	DELETE FROM `application_grants` WHERE application_id IN (SELECT id FROM `applications` WHERE required_group_id IS NULL)
		AND NOT EXISTS (SELECT 1 FROM `group_members` m
			WHERE m.user_id = application_grants.user_id AND m.group_id = new.member_group_id);
END;
--> statement-breakpoint
CREATE TRIGGER `application_user_suspended` AFTER UPDATE OF `suspended_until` ON `users`
WHEN new.suspended_until IS NOT NULL AND new.suspended_until IS NOT old.suspended_until
BEGIN
	DELETE FROM `application_grants` WHERE user_id = new.id;
END;
--> statement-breakpoint
-- The last character was sold: the account is locked.
CREATE TRIGGER `application_user_locked` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NULL AND old.main_character_id IS NOT NULL
BEGIN
	DELETE FROM `application_grants` WHERE user_id = new.id;
END;
