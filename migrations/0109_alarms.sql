-- An alarm is one written row. Drizzle does not know WITHOUT ROWID.
CREATE TABLE `alarm_channels` (
	`corporation_id` integer NOT NULL,
	`group` text NOT NULL,
	`server_id` text NOT NULL,
	`server_name` text NOT NULL,
	`channel_id` text NOT NULL,
	`channel_name` text NOT NULL,
	`role_id` text,
	`role_name` text,
	`since` integer NOT NULL,
	`origin` text NOT NULL,
	`halt` text,
	`outages` integer DEFAULT 0 NOT NULL,
	`waits_until` integer NOT NULL,
	PRIMARY KEY(`corporation_id`, `group`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `alarm_settings` (
	`corporation_id` integer PRIMARY KEY NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`language` text,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`corporation_id` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`id` integer NOT NULL,
	`kind` text NOT NULL,
	`group` text NOT NULL,
	`fields` text NOT NULL,
	`read_at` integer NOT NULL,
	`told` text,
	`lead_id` integer,
	`channel_id` text,
	`message_id` text,
	`lease_until` integer,
	`lease_id` text,
	PRIMARY KEY(`corporation_id`, `sent_at`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
