import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";

const DeleteAccountDialog = lazy(() => import("./delete-account-dialog.tsx"));

export function DeleteAccountCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card anchor="delete-account" title={t`Delete your account`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            Muster revokes its permissions at EVE and Discord, and erases your characters, sheets,
            sessions, requests and memberships. The logs of groups and corporations keep these
            events under a pseudonym. This cannot be undone. Your characters can sign up again with
            a new account.
          </Trans>
        </p>
        <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setIsOpen(true)}>
          <Trans>Delete your account</Trans>
        </Button>
      </div>
      <Suspense>{isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </Card>
  );
}
