CREATE INDEX `audit_events_director_lost` ON `audit_events` (`corporation_id`,`id`) WHERE kind in ('director_unhealthy', 'director_removed');
