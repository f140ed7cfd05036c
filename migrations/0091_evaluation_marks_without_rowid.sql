-- A mark is one written row, and one when it is deleted. Drizzle does not know WITHOUT ROWID.
CREATE TABLE `former_evaluation_marks` AS SELECT `user_id`, `mark` FROM `evaluation_marks`;
--> statement-breakpoint
DROP TABLE `evaluation_marks`;
--> statement-breakpoint
CREATE TABLE `evaluation_marks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO `evaluation_marks` (`user_id`, `mark`) SELECT `user_id`, `mark` FROM `former_evaluation_marks`;
--> statement-breakpoint
DROP TABLE `former_evaluation_marks`;
