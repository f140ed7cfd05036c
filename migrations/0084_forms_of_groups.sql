CREATE TABLE `group_forms` (
	`group_id` text NOT NULL,
	`version` integer NOT NULL,
	`form` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `version`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `group_vetting` (
	`group_id` text PRIMARY KEY NOT NULL,
	`form_version` integer,
	`versions` integer DEFAULT 0 NOT NULL,
	`reviewer_group_id` text,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reviewer_group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `group_vetting_reviewers` ON `group_vetting` (`reviewer_group_id`) WHERE reviewer_group_id is not null;--> statement-breakpoint
CREATE TABLE `request_answers` (
	`request_id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`form_version` integer NOT NULL,
	`answers` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `join_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `request_answers_version` ON `request_answers` (`group_id`,`form_version`);
