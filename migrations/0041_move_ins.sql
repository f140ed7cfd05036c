CREATE TABLE `move_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`system` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
DROP INDEX `audit_events_membership`;--> statement-breakpoint
CREATE INDEX `audit_events_membership` ON `audit_events` (`group_id`,`subject_id`,`id`) WHERE kind in ('group_created', 'group_deleted', 'code_created', 'invitation_sent', 'member_joined', 'member_left', 'member_removed', 'request_approved', 'approval_undone', 'invitation_accepted', 'code_redeemed', 'member_moved_in', 'admin_appointed', 'admin_dismissed', 'ownership_transferred');