ALTER TABLE `groups` ADD `shown_in_invites` integer DEFAULT false NOT NULL;
