ALTER TABLE `facts` ADD `confirmed_at` integer;
