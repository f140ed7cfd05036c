ALTER TABLE `application_groups` ADD `is_writable` integer DEFAULT false NOT NULL;
