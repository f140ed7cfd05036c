-- A reimbursement is one written row. Drizzle does not know WITHOUT ROWID.
CREATE TABLE `operation_reimbursements` (
	`operation_id` text NOT NULL,
	`killmail_id` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`paid_by` text,
	PRIMARY KEY(`operation_id`, `killmail_id`),
	FOREIGN KEY (`operation_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`paid_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `operation_reimbursements_payer` ON `operation_reimbursements` (`paid_by`) WHERE paid_by is not null;
