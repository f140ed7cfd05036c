DROP TRIGGER `discord_corporation_feed_due`;
--> statement-breakpoint
DROP TRIGGER `discord_feed_due`;
--> statement-breakpoint
DROP TRIGGER `discord_direct_message_due`;
--> statement-breakpoint
DROP INDEX `audit_events_decisions`;--> statement-breakpoint
DROP INDEX `audit_events_membership`;--> statement-breakpoint
CREATE INDEX `audit_events_decisions` ON `audit_events` (`subject_id`,`id`) WHERE group_visibility is not null and kind in ('admin_appointed', 'admin_dismissed', 'approval_undone', 'invitation_sent', 'member_added', 'member_removed', 'membership_end_set', 'ownership_transferred', 'rejection_undone', 'request_approved', 'request_rejected');--> statement-breakpoint
CREATE INDEX `audit_events_membership` ON `audit_events` (`group_id`,`subject_id`,`id`) WHERE kind in ('admin_appointed', 'admin_dismissed', 'approval_undone', 'code_created', 'code_redeemed', 'group_created', 'group_deleted', 'invitation_accepted', 'invitation_sent', 'member_added', 'member_joined', 'member_left', 'member_moved_in', 'member_removed', 'ownership_transferred', 'request_approved');
--> statement-breakpoint
CREATE TRIGGER `discord_corporation_feed_due` AFTER INSERT ON `audit_events`
WHEN new.kind IN ('director_unhealthy')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE corporation_id = new.corporation_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE corporation_id = new.corporation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_direct_message_due` AFTER INSERT ON `audit_events`
WHEN new.subject_id IS NOT NULL
	AND new.kind IN ('admin_appointed', 'admin_dismissed', 'grace_started', 'invitation_sent', 'member_removed', 'membership_end_set', 'membership_ending', 'ownership_transferred', 'request_approved', 'request_rejected')
	AND EXISTS (SELECT 1 FROM `discord_direct_messages` WHERE user_id = new.subject_id)
BEGIN
	UPDATE `discord_direct_messages` SET due_seq = new.seq WHERE user_id = new.subject_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_feed_due` AFTER INSERT ON `audit_events`
WHEN new.group_id IS NOT NULL
	AND new.kind IN ('approval_undone', 'code_redeemed', 'emergency_access_taken', 'grace_started', 'invitation_accepted', 'member_joined', 'member_left', 'member_removed', 'membership_end_set', 'rejection_undone', 'removals_discarded', 'removals_held', 'removals_released', 'request_approved', 'request_made', 'request_rejected', 'request_withdrawn')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE group_id = new.group_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE group_id = new.group_id;
END;
