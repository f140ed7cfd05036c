import type { Director } from "#shared/corporations.ts";
import { formatCount } from "#web/lib/format.ts";
import { Chip } from "#web/ui/chip.tsx";

/** In colour, icon and word; what is wrong in a sentence. */
export function DirectorHealth({ director }: { director: Director }) {
  const { problemText, failureCount, missingScopes, lastHealthCheck } = director;
  return (
    <span className="grid justify-items-start gap-1 py-1">
      <HealthChip director={director} />
      {failureCount > 0 && (
        <span className="text-xs text-text-2">{formatCount(failureCount, "failure")} in a row</span>
      )}
      {problemText !== null ? (
        <span className="max-w-64 text-xs text-text-3">{problemText}</span>
      ) : (
        lastHealthCheck === null &&
        missingScopes.length > 0 && (
          <span className="max-w-64 text-xs text-text-3">Has not granted director access.</span>
        )
      )}
    </span>
  );
}

function HealthChip({ director: { lastHealthCheck, isHealthy } }: { director: Director }) {
  if (isHealthy) return <Chip tone="ok">Healthy</Chip>;
  if (lastHealthCheck === null) return <Chip icon="clock">Needs Verification</Chip>;
  return <Chip tone="danger">Unhealthy</Chip>;
}
