import { Card } from "#web/ui/card.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";

export function RequirementsSkeleton() {
  return (
    <Card isFlush title="Requirements">
      <RowsSkeleton label="Loading the requirements" rows={3} />
    </Card>
  );
}
