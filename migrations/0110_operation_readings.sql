-- A reading of a fleet and a participation are one written row. Drizzle does not know WITHOUT ROWID.
CREATE TABLE `operation_readings` (
	`operation_id` text PRIMARY KEY NOT NULL,
	`followed_id` text,
	`begun_at` integer,
	`ended_at` integer,
	`due_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`state` text,
	`spans` text NOT NULL,
	`people` text NOT NULL,
	`is_complete` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`operation_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`followed_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `operation_readings_open` ON `operation_readings` (`operation_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `operation_readings_followed` ON `operation_readings` (`followed_id`) WHERE followed_id is not null;--> statement-breakpoint
CREATE TABLE `participations` (
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`operation_id` text NOT NULL,
	`minutes` integer,
	`first_at` integer,
	`last_at` integer,
	`ships` text NOT NULL,
	PRIMARY KEY(`user_id`, `at`, `operation_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `operations_commanded` ON `operations` (`starts_at`) WHERE commander_id is not null and cancelled_at is null;
--> statement-breakpoint
CREATE TRIGGER `participation_added` AFTER INSERT ON participations
WHEN (SELECT instr(people, new.user_id) FROM operation_readings WHERE operation_id = new.operation_id) = 0
BEGIN
	UPDATE operation_readings SET people = json_insert(people, '$[#]', new.user_id)
		WHERE operation_id = new.operation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `participation_removed` AFTER DELETE ON participations
BEGIN
	UPDATE operation_readings SET people = (SELECT json_group_array(value)
			FROM json_each(operation_readings.people) WHERE value <> old.user_id)
		WHERE operation_id = old.operation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `readings_of_operation_deleted` AFTER DELETE ON operation_readings
BEGIN
	DELETE FROM participations WHERE operation_id = old.operation_id
		AND user_id IN (SELECT value FROM json_each(old.people));
END;
