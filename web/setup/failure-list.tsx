import { t } from "#web/language/macros.ts";
import type { HealthFailure } from "#shared/health.ts";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

/** Recent failures, with the id to look up in the Worker's log. */
export default function FailureList({ failures }: { failures: readonly HealthFailure[] }) {
  return (
    <ul className="divide-y divide-line-faint">
      {failures.map(({ id, what, words, at }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-40 flex-1">
            <p className="font-semibold wrap-anywhere first-letter:uppercase">{what}</p>
            <p className="wrap-anywhere text-text-2">{words}</p>
          </div>
          <div className="flex items-center gap-3 text-sm text-text-2">
            <RelativeTime at={at} />
            <CopyButton text={id} what={t`the id of this ${what}`} />
          </div>
        </li>
      ))}
    </ul>
  );
}
