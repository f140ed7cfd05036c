CREATE TABLE `asked_removals` (
	`held_id` text NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`held_id`, `user_id`),
	FOREIGN KEY (`held_id`) REFERENCES `held_changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`,`user_id`) REFERENCES `group_members`(`group_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `asked_removals_membership` ON `asked_removals` (`group_id`,`user_id`);--> statement-breakpoint
DROP INDEX `audit_events_decisions`;--> statement-breakpoint
DROP INDEX `audit_events_membership`;--> statement-breakpoint
CREATE INDEX `audit_events_decisions` ON `audit_events` (`subject_id`,`id`) WHERE group_visibility is not null and kind in ('request_approved', 'approval_undone', 'request_rejected', 'rejection_undone', 'invitation_sent', 'member_added', 'member_removed', 'admin_appointed', 'admin_dismissed', 'ownership_transferred');--> statement-breakpoint
CREATE INDEX `audit_events_membership` ON `audit_events` (`group_id`,`subject_id`,`id`) WHERE kind in ('group_created', 'group_deleted', 'code_created', 'invitation_sent', 'member_joined', 'member_added', 'member_left', 'member_removed', 'request_approved', 'approval_undone', 'invitation_accepted', 'code_redeemed', 'member_moved_in', 'admin_appointed', 'admin_dismissed', 'ownership_transferred');--> statement-breakpoint
DROP INDEX `held_changes_open`;--> statement-breakpoint
ALTER TABLE `held_changes` ADD `asked_by` text;--> statement-breakpoint
CREATE INDEX `held_changes_asked` ON `held_changes` (`group_id`) WHERE state = 'held' and asked_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `held_changes_open` ON `held_changes` (`group_id`) WHERE state in ('held', 'released') and asked_by is null;