ALTER TABLE `facts` ADD `written_day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `facts` ADD `written_values` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `note_dated` AFTER INSERT ON request_notes
WHEN new.erase_at IS NULL
BEGIN
	UPDATE request_notes SET erase_at = 7776000000 + coalesce(
		(SELECT decided_at FROM join_requests WHERE id = new.request_id), new.created_at) WHERE id = new.id;
END;
