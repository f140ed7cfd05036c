import { Trans, t } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { pyfaText } from "./skill-book.ts";
import type { SkillSection } from "./skill-book.ts";

/** Copies the listed skills in Pyfa's import format. */
export function CopySkillsButton({ sections }: { sections: SkillSection[] }) {
  const copy = () =>
    navigator.clipboard.writeText(pyfaText(sections)).then(
      () => toast.success(t`Skills copied. Paste them into Pyfa's character editor.`),
      () => toast.error(t`Your browser does not let Muster copy. Nothing was copied.`),
    );
  return (
    <Button size="sm" icon={<Icon name="copy" />} onClick={() => void copy()}>
      <Trans>Copy for Pyfa</Trans>
    </Button>
  );
}
