import { ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { Roster } from "#shared/corporations/roster.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { TextareaField } from "#web/ui/form/form.tsx";

type Props = { corporation: Roster["corporation"]; onClose: () => void };

/** A text for an EVE mail to those who are missing, with the link. */
export default function MessageDialog({ corporation, onClose }: Props) {
  const siteName = useSiteName();
  const [text, setText] = useState(() =>
    [
      t`Hello,`,
      t`${ph({ corporationName: corporation.name })} uses ${siteName} to know its pilots and give them their access. You are not registered yet. Please sign in with EVE at ${ph({ address: location.origin })} with this character, choose your main, and link your other characters. It takes two minutes.`,
      t`Fly safe`,
    ].join("\n\n"),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Text for the missing members`}
      description={t`For an EVE mail or a message on Discord. Change it as you like.`}
      footer={<CopyButton text={text} what={t`the text`} />}
    >
      <TextareaField
        label={t`Text`}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
