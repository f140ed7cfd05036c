ALTER TABLE `held_changes` ADD `continues_at` integer;
