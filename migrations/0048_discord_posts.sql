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
CREATE INDEX `discord_direct_messages_opened` ON `discord_direct_messages` (`opened_at`) WHERE opened_at is not null;--> statement-breakpoint
CREATE INDEX `discord_direct_messages_due` ON `discord_direct_messages` (`waits_until`) WHERE due_seq > after_seq;--> statement-breakpoint
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
CREATE UNIQUE INDEX `discord_feeds_group` ON `discord_feeds` (`group_id`) WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `discord_feeds_corporation` ON `discord_feeds` (`corporation_id`) WHERE corporation_id is not null;--> statement-breakpoint
CREATE INDEX `discord_feeds_target` ON `discord_feeds` (`target_id`);--> statement-breakpoint
CREATE INDEX `discord_feeds_due` ON `discord_feeds` (`waits_until`) WHERE due_seq > after_seq;--> statement-breakpoint
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
CREATE INDEX `discord_request_posts_feed` ON `discord_request_posts` (`feed_id`);--> statement-breakpoint
CREATE INDEX `discord_request_posts_message` ON `discord_request_posts` (`message_id`);--> statement-breakpoint
CREATE INDEX `discord_request_posts_posted` ON `discord_request_posts` (`posted_at`);--> statement-breakpoint
-- An event of the log makes its readers due: where a group or a corporation posts, and the user whom it concerns.
CREATE TRIGGER `discord_feed_due` AFTER INSERT ON `audit_events`
WHEN new.group_id IS NOT NULL
	AND new.kind IN ('request_made', 'request_withdrawn', 'request_approved', 'request_rejected', 'approval_undone', 'rejection_undone', 'member_joined', 'invitation_accepted', 'code_redeemed', 'member_left', 'member_removed', 'grace_started', 'removals_held', 'removals_released', 'removals_discarded')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE group_id = new.group_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE group_id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_corporation_feed_due` AFTER INSERT ON `audit_events`
WHEN new.kind = 'director_unhealthy'
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE corporation_id = new.corporation_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE corporation_id = new.corporation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_direct_message_due` AFTER INSERT ON `audit_events`
WHEN new.subject_id IS NOT NULL
	AND new.kind IN ('request_approved', 'request_rejected', 'invitation_sent', 'member_removed', 'admin_appointed', 'admin_dismissed', 'ownership_transferred', 'grace_started')
	AND EXISTS (SELECT 1 FROM `discord_direct_messages` WHERE user_id = new.subject_id)
BEGIN
	UPDATE `discord_direct_messages` SET due_seq = new.seq WHERE user_id = new.subject_id;
END;
