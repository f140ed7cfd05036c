import { t } from "#web/language/macros.ts";
import { Card } from "#web/ui/card.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";

export function RequirementsSkeleton() {
  return (
    <Card isFlush title={t`Requirements`}>
      <RowsSkeleton label={t`Loading the requirements`} rows={3} />
    </Card>
  );
}
