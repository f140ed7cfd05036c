-- As in 0048_discord_posts.sql, with emergency access, ends of memberships, and seals of the log.
DROP TRIGGER `discord_feed_due`;
--> statement-breakpoint
CREATE TRIGGER `discord_feed_due` AFTER INSERT ON `audit_events`
WHEN new.group_id IS NOT NULL
	AND new.kind IN ('request_made', 'request_withdrawn', 'request_approved', 'request_rejected', 'approval_undone', 'rejection_undone', 'member_joined', 'invitation_accepted', 'code_redeemed', 'member_left', 'member_removed', 'membership_end_set', 'emergency_access_taken', 'grace_started', 'removals_held', 'removals_released', 'removals_discarded')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE group_id = new.group_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE group_id = new.group_id;
END;
--> statement-breakpoint
DROP TRIGGER `discord_direct_message_due`;
--> statement-breakpoint
CREATE TRIGGER `discord_direct_message_due` AFTER INSERT ON `audit_events`
WHEN new.subject_id IS NOT NULL
	AND new.kind IN ('request_approved', 'request_rejected', 'invitation_sent', 'member_removed', 'membership_end_set', 'membership_ending', 'admin_appointed', 'admin_dismissed', 'ownership_transferred', 'grace_started')
	AND EXISTS (SELECT 1 FROM `discord_direct_messages` WHERE user_id = new.subject_id)
BEGIN
	UPDATE `discord_direct_messages` SET due_seq = new.seq WHERE user_id = new.subject_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_log_feed_due` AFTER INSERT ON `audit_seals`
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.last_seq WHERE id = 'log';
END;
