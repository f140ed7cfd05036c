CREATE TABLE `evidence_refreshes` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_refreshes_due` ON `evidence_refreshes` (`due_at`);--> statement-breakpoint
-- The schedule is made again when a rule contains something new.
CREATE TRIGGER `rule_conditions_renew_schedule` AFTER INSERT ON `rule_conditions`
BEGIN
	DELETE FROM `completed_passes` WHERE job = 'evidence';
END;
