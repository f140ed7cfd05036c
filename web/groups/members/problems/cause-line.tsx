import type { Cause } from "#shared/requirements/outcome.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import { Sentence } from "#web/ui/sentence.tsx";

/** Why another user does not meet the requirements. */
export default function CauseLine({ causes }: { causes: Cause[] }) {
  const now = useNow("minute");
  return <Sentence pieces={causesText(causes, "other", now)} />;
}
