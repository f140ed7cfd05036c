CREATE INDEX `job_runs_started` ON `job_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `corporation_runs_started` ON `corporation_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `corporation_health_time` ON `corporation_health` (`at`);