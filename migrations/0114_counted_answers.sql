CREATE INDEX `operation_answers_counted` ON `operation_answers` (`operation_id`,`user_id`,`answer`);--> statement-breakpoint
CREATE INDEX `operations_ended` ON `operations` (`ends_at`);
