CREATE TABLE `operation_answers` (
	`operation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`answer` text NOT NULL,
	`brings` text DEFAULT '' NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`operation_id`, `user_id`),
	FOREIGN KEY (`operation_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operation_answers_user` ON `operation_answers` (`user_id`);--> statement-breakpoint
CREATE TABLE `operation_groups` (
	`operation_id` text NOT NULL,
	`group_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	PRIMARY KEY(`operation_id`, `group_id`),
	FOREIGN KEY (`operation_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operation_groups_listed` ON `operation_groups` (`group_id`,`starts_at`,`operation_id`);--> statement-breakpoint
CREATE TABLE `operations` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`doctrine` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`comms` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`commander_id` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	`cancelled_by` text,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`commander_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `operations_group` ON `operations` (`group_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `operations_commander` ON `operations` (`commander_id`) WHERE commander_id is not null;--> statement-breakpoint
CREATE INDEX `operations_creator` ON `operations` (`created_by`) WHERE created_by is not null;--> statement-breakpoint
CREATE INDEX `operations_canceller` ON `operations` (`cancelled_by`) WHERE cancelled_by is not null;
