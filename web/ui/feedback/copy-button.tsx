import { t } from "#web/language/macros.ts";
import { usePassing } from "#web/lib/form/use-passing.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { toast } from "./toast.tsx";

const COPIED_SHOWN_MS = 2000;

type CopyButtonProps = {
  text: string;
  /** Ends the label, for screen readers: "the code ABCDE12345". */
  what: string;
  children?: string;
};

export function CopyButton({ text, what, children = t`Copy` }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button size="sm" icon={<Icon name={isCopied ? "check" : "copy"} />} onClick={copy}>
      {isCopied ? t`Copied` : children}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}

export function useCopy(text: string) {
  const [isCopied = false, setIsCopied] = usePassing<true>(COPIED_SHOWN_MS);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast.error(t`The browser blocked copying. Select the text and copy it yourself.`);
    }
  }
  return { isCopied, copy };
}
