DROP TRIGGER `discord_feed_due`;
--> statement-breakpoint
ALTER TABLE `join_requests` ADD `wait_told_at` integer;--> statement-breakpoint
CREATE INDEX `join_requests_untold` ON `join_requests` (`created_at`) WHERE status = 'pending' and wait_told_at is null and in_talks = 0;
--> statement-breakpoint
CREATE TRIGGER `discord_reviewers_due` AFTER INSERT ON `audit_events`
WHEN new.kind = 'request_waiting'
BEGIN
	UPDATE `discord_direct_messages` SET due_seq = new.seq WHERE user_id IN (
		SELECT user_id FROM `group_members` WHERE group_id = new.group_id AND rank < 2
		UNION SELECT m.user_id FROM `group_vetting` v CROSS JOIN `group_members` m ON m.group_id = v.reviewer_group_id
		WHERE v.group_id = new.group_id);
END;
--> statement-breakpoint
CREATE TRIGGER `discord_feed_due` AFTER INSERT ON `audit_events`
WHEN new.group_id IS NOT NULL
	AND new.kind IN ('approval_undone', 'code_redeemed', 'emergency_access_taken', 'grace_started', 'invitation_accepted', 'member_joined', 'member_left', 'member_removed', 'membership_end_set', 'rejection_undone', 'removals_discarded', 'removals_held', 'removals_released', 'request_approved', 'request_made', 'request_rejected', 'request_waiting', 'request_withdrawn')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE group_id = new.group_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE group_id = new.group_id;
END;
