import { CRONS, EVERY_MINUTE } from "#worker/jobs/crons.ts";

/**
 * The crons of Muster that are due in this minute. The demo has one cron, that of every minute: the free plan has five for an account, and
 * a Muster of one's own needs them.
 */
export function dueCrons(time: Date): string[] {
  return [EVERY_MINUTE, ...Object.keys(CRONS)].filter((cron) => {
    const [minutes = "", hours = ""] = cron.split(" ");
    return matches(minutes, time.getUTCMinutes()) && matches(hours, time.getUTCHours());
  });
}

function matches(field: string, value: number): boolean {
  return field === "*" || field.split(",").includes(String(value));
}
