ALTER TABLE `join_requests` ADD `decision_id` text;--> statement-breakpoint
ALTER TABLE `join_requests` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `join_requests` ADD `rejection_reason` text;--> statement-breakpoint
CREATE INDEX `join_requests_waiting` ON `join_requests` (`user_id`,`created_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE TRIGGER `join_requests_recounted` AFTER UPDATE OF `status` ON `join_requests`
WHEN old.status <> 'pending' AND new.status = 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id;
END;
