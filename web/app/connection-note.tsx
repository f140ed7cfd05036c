import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionQuery } from "#web/lib/api/session.ts";
import { useConnection } from "#web/lib/api/use-connection.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The interval of requests while the server is unreachable. */
const PROBE_MS = 8000;

/** A note while the connection is lost. Failed queries are refetched when it is back. */
export function ConnectionNote() {
  const connection = useConnection();
  useRecovery(connection === "unreachable");
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-3 z-10 flex justify-center px-3">
      {connection !== "online" && (
        <span className="pointer-events-auto flex max-w-136 items-start gap-2.5 rounded-card border border-warn-dim bg-overlay px-4 py-2.5 text-warn shadow-overlay">
          <span className="mt-0.5">
            <Icon name="alert" />
          </span>
          <span className="text-text-1">
            <span className="font-medium">
              {connection === "offline" ? t`You are offline.` : t`Muster cannot be reached.`}
            </span>
            {sentenceGap()}
            <span className="text-text-2">
              <Trans>
                The data shown may be outdated. This page updates automatically when the connection
                is back.
              </Trans>
            </span>
          </span>
        </span>
      )}
    </output>
  );
}

/** Polls the session until the server answers, then refetches the failed queries of the page. */
function useRecovery(isCutOff: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isCutOff) return;
    const timer = setInterval(
      () => void client.refetchQueries({ queryKey: sessionQuery.queryKey }),
      PROBE_MS,
    );
    return () => {
      clearInterval(timer);
      void refetchFailed(client);
    };
  }, [isCutOff, client]);
}

function refetchFailed(client: QueryClient) {
  return client.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
}
