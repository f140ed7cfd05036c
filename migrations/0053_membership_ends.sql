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
CREATE INDEX `emergency_accesses_group` ON `emergency_accesses` (`group_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `emergency_accesses_user` ON `emergency_accesses` (`user_id`);--> statement-breakpoint
CREATE INDEX `emergency_accesses_started` ON `emergency_accesses` (`started_at`);--> statement-breakpoint
DROP INDEX `audit_events_decisions`;--> statement-breakpoint
CREATE INDEX `audit_events_decisions` ON `audit_events` (`subject_id`,`id`) WHERE group_visibility is not null and kind in ('request_approved', 'approval_undone', 'request_rejected', 'rejection_undone', 'invitation_sent', 'member_added', 'member_removed', 'membership_end_set', 'admin_appointed', 'admin_dismissed', 'ownership_transferred');--> statement-breakpoint
ALTER TABLE `group_members` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `group_members` ADD `end_due_at` integer;--> statement-breakpoint
ALTER TABLE `group_members` ADD `emergency_id` text;--> statement-breakpoint
CREATE INDEX `group_members_ending` ON `group_members` (`end_due_at`) WHERE end_due_at is not null;--> statement-breakpoint
CREATE INDEX `group_members_by_end` ON `group_members` (`group_id`,`ends_at`,`user_id`) WHERE ends_at is not null;--> statement-breakpoint
ALTER TABLE `groups` ADD `membership_days` integer;--> statement-breakpoint
ALTER TABLE `invitations` ADD `membership_days` integer;--> statement-breakpoint
ALTER TABLE `invite_codes` ADD `membership_days` integer;--> statement-breakpoint
ALTER TABLE `join_requests` ADD `is_extension` integer DEFAULT false NOT NULL;