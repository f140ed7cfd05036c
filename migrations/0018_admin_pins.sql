CREATE TABLE `admin_pins` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`owner_hash` text NOT NULL,
	`withheld_since` integer
);
