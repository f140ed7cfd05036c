ALTER TABLE `discord_feeds` ADD `language` text;
