DROP TRIGGER `characters_released`;
--> statement-breakpoint
CREATE TABLE `request_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`erase_at` integer,
	FOREIGN KEY (`request_id`) REFERENCES `join_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `request_notes_request` ON `request_notes` (`request_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `request_notes_author` ON `request_notes` (`author_id`);--> statement-breakpoint
CREATE INDEX `request_notes_erased` ON `request_notes` (`erase_at`) WHERE erase_at is not null;--> statement-breakpoint
CREATE TABLE `request_shares` (
	`request_id` text NOT NULL,
	`section` text NOT NULL,
	`character_id` integer NOT NULL,
	PRIMARY KEY(`request_id`, `section`, `character_id`),
	FOREIGN KEY (`request_id`) REFERENCES `join_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `request_shares_character` ON `request_shares` (`character_id`);--> statement-breakpoint
DROP INDEX `audit_events_decisions`;--> statement-breakpoint
CREATE INDEX `audit_events_decisions` ON `audit_events` (`subject_id`,`id`) WHERE group_visibility is not null and kind in ('admin_appointed', 'admin_dismissed', 'approval_undone', 'invitation_sent', 'member_added', 'member_removed', 'membership_end_set', 'ownership_transferred', 'rejection_undone', 'request_approved', 'request_rejected', 'sharing_viewed');--> statement-breakpoint
ALTER TABLE `join_requests` ADD `in_talks` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `join_requests` ADD `assignee_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `join_requests_assigned` ON `join_requests` (`assignee_id`) WHERE assignee_id is not null;--> statement-breakpoint
ALTER TABLE `request_answers` ADD `share_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `request_answers` ADD `reviewer_group_id` text;--> statement-breakpoint
ALTER TABLE `request_answers` ADD `share_until` integer;--> statement-breakpoint
ALTER TABLE `request_answers` ADD `erase_at` integer;--> statement-breakpoint
CREATE INDEX `request_answers_shared` ON `request_answers` (`share_until`) WHERE share_until is not null;--> statement-breakpoint
CREATE INDEX `request_answers_erased` ON `request_answers` (`erase_at`) WHERE erase_at is not null;
--> statement-breakpoint
CREATE TRIGGER `characters_released` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
	AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	DELETE FROM `character_sections` WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory');
	DELETE FROM `character_checks` WHERE character_id = new.id;
	DELETE FROM `asset_pages` WHERE character_id = new.id;
	DELETE FROM `request_shares` WHERE character_id = new.id;
	DELETE FROM `refresh_leases` WHERE character_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `request_sharing_ended` AFTER UPDATE OF `status` ON `join_requests`
WHEN new.status IN ('rejected', 'withdrawn') OR new.status = 'approved' AND NOT EXISTS (SELECT 1 FROM `request_answers`
		WHERE request_id = new.id AND share_days > 0)
BEGIN
	DELETE FROM `request_shares` WHERE request_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `request_vetting_dated` AFTER UPDATE OF `decided_at` ON `join_requests`
WHEN new.decided_at IS NOT old.decided_at
BEGIN
	UPDATE `request_answers` SET erase_at = new.decided_at + 7776000000,
		share_until = (CASE WHEN share_until IS NULL THEN NULL
			WHEN new.status = 'approved'
			THEN min(new.created_at + 2592000000, new.decided_at + share_days * 86400000)
			ELSE new.created_at + 2592000000 END)
	WHERE request_id = new.id;
	UPDATE `request_notes` SET erase_at = new.decided_at + 7776000000 WHERE request_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `request_withdrawal_erased` AFTER UPDATE OF `status` ON `join_requests`
WHEN new.status = 'withdrawn'
BEGIN
	DELETE FROM `request_answers` WHERE request_id = new.id;
	DELETE FROM `request_notes` WHERE request_id = new.id;
END;
