import type { Cause } from "#shared/requirements/cause.ts";
import { useNow } from "#web/lib/time.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import type { Viewpoint } from "#web/requirements-text/conditions/words.ts";
import { Sentence } from "#web/ui/text.tsx";

type CauseLineProps = {
  causes: readonly Cause[];
  viewpoint: Viewpoint;
  /** The time that the causes are of, instead of now. */
  at?: string;
};

/** Why requirements are not met. Loaded lazily by lists in which it is rare. */
export default function CauseLine({ causes, viewpoint, at }: CauseLineProps) {
  const now = useNow("minute");
  const then = at === undefined ? now : Date.parse(at);
  return <Sentence isPlain pieces={causesText(causes, viewpoint, then)} />;
}
