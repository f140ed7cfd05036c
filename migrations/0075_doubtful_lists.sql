ALTER TABLE `corporations` ADD `doubtful_since` integer;
