CREATE TABLE `group_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`silence` text NOT NULL,
	`opened_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`finished_at` integer,
	`kept` integer,
	`removed` integer,
	`is_held` integer DEFAULT false NOT NULL,
	`finished_by` text,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`finished_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_reviews_one_open` ON `group_reviews` (`group_id`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `group_reviews_due` ON `group_reviews` (`due_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `group_reviews_finished` ON `group_reviews` (`group_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `group_reviews_by` ON `group_reviews` (`finished_by`) WHERE finished_by is not null;--> statement-breakpoint
CREATE TABLE `review_decisions` (
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`verdict` text NOT NULL,
	`is_silent` integer DEFAULT false NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `group_reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_decisions_user` ON `review_decisions` (`user_id`);--> statement-breakpoint
CREATE TABLE `review_schedules` (
	`group_id` text PRIMARY KEY NOT NULL,
	`every_months` integer NOT NULL,
	`silence` text NOT NULL,
	`next_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_schedules_due` ON `review_schedules` (`next_at`) WHERE next_at is not null;--> statement-breakpoint
ALTER TABLE `held_changes` ADD `review_id` text;