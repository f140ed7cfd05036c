CREATE TABLE `refresh_leases` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`record_saved_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
