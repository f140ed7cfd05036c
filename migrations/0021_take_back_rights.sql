CREATE TABLE `take_back_rights` (
	`character_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`owner_hash` text NOT NULL,
	`linked_at` integer NOT NULL,
	`lost_main_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`character_id`, `user_id`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `take_back_rights_user` ON `take_back_rights` (`user_id`);--> statement-breakpoint
CREATE INDEX `take_back_rights_expires` ON `take_back_rights` (`expires_at`);