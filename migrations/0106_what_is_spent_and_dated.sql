DROP TRIGGER `request_vetting_dated`;
--> statement-breakpoint
ALTER TABLE `applications` ADD `daily_acts` text;--> statement-breakpoint
ALTER TABLE `facts` DROP COLUMN `written_day`;--> statement-breakpoint
ALTER TABLE `facts` DROP COLUMN `written_values`;
--> statement-breakpoint
CREATE TRIGGER `request_vetting_dated` AFTER UPDATE OF decided_at ON join_requests
WHEN new.decided_at IS NOT old.decided_at
BEGIN
	UPDATE request_answers SET erase_at = new.decided_at + 7776000000,
		share_until = (CASE WHEN share_until IS NULL THEN NULL
			WHEN new.status = 'approved'
			THEN min(new.created_at + 2592000000, new.decided_at + share_days * 86400000)
			ELSE new.created_at + 2592000000 END)
	WHERE request_id = new.id;
END;
--> statement-breakpoint
-- Notes of requests that wait have no date yet: it is set once.
UPDATE `request_notes` SET erase_at = created_at + 7776000000 WHERE erase_at IS NULL;
