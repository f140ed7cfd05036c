import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "#web/ui/for-programs.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { deliveryQuery } from "./queries.ts";

type DeliveryBodyProps = { applicationId: string; deliveryId: string };

/** What was sent, as it was signed. */
export default function DeliveryBody({ applicationId, deliveryId }: DeliveryBodyProps) {
  const { data, isPending, refetch } = useQuery(deliveryQuery(applicationId, deliveryId));
  if (isPending) return <Loading>{t`Loading what was sent...`}</Loading>;
  if (!data) return <LoadFailed title={t`What was sent could not be loaded`} onRetry={refetch} />;
  return <CodeBlock label={t`What was sent`}>{data.body}</CodeBlock>;
}
