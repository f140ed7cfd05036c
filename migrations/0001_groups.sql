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
CREATE TABLE `group_events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`group_id` text,
	`group_name` text,
	`category_id` text,
	`category_name` text,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text,
	`subject_name` text,
	`detail` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `group_events_group` ON `group_events` (`group_id`,`id`) WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX `group_events_actor` ON `group_events` (`actor_id`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `group_events_subject` ON `group_events` (`subject_id`,`id`) WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX `group_events_kind` ON `group_events` (`kind`,`id`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`rank` integer GENERATED ALWAYS AS (case role when 'owner' then 0 when 'admin' then 1 else 2 end) VIRTUAL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_members_one_owner` ON `group_members` (`group_id`) WHERE role = 'owner';--> statement-breakpoint
CREATE INDEX `group_members_listed` ON `group_members` (`group_id`,`rank`,`joined_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `group_members_user` ON `group_members` (`user_id`,`rank`,`group_id`);--> statement-breakpoint
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
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `groups_listed` ON `groups` (`effective_visibility`,`join_mode`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `groups_listed_by_category` ON `groups` (`category_id`,`effective_visibility`,`join_mode`,`name_folded`,`id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`invitee_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invitee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_one_pending` ON `invitations` (`group_id`,`invitee_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_listed` ON `invitations` (`group_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_invitee` ON `invitations` (`invitee_id`,`expires_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_expires` ON `invitations` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `invite_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`code` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`use_limit` integer,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invite_codes_within_limit" CHECK(use_limit is null or uses <= use_limit)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_code_unique` ON `invite_codes` (`code`);--> statement-breakpoint
CREATE INDEX `invite_codes_listed` ON `invite_codes` (`group_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `join_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `join_requests_one_pending` ON `join_requests` (`group_id`,`user_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `join_requests_listed` ON `join_requests` (`group_id`,`status`,`created_at`,`id`);