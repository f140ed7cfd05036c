import { t } from "#web/language/macros.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { setRefusedRequest, useRefusedRequest } from "#web/lib/refused-request.ts";
import type { RefusedRequest } from "#web/lib/refused-request.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { SecretNote } from "#web/ui/for-programs.tsx";
import { keepSecret, shownSecretQuery } from "./repeat-request.ts";
import { useProof } from "./use-proof.tsx";

/**
 * Asks for a proof whenever the API has refused a write for want of one, and shows the secret of an answer that came after it.
 * A dialog of the browser, because it opens above a form that stays as it is.
 */
export default function ProofGate() {
  const client = useQueryClient();
  const refused = useRefusedRequest();
  const { data: secret } = useQuery(shownSecretQuery);
  if (secret) {
    return (
      <TopDialog label={t`A secret that is shown once`}>
        <SecretNote
          title={t`Copy the secret now: it is shown once`}
          secret={secret}
          what={t`the secret`}
          onStored={() => keepSecret(client, undefined)}
        />
      </TopDialog>
    );
  }
  return refused && <Question request={refused} />;
}

function Question({ request }: { request: RefusedRequest }) {
  const page = location.pathname + location.search;
  const proof = useProof({ act: "repeatRequest", input: { ...request, page } });
  const close = () => setRefusedRequest(undefined);
  return (
    <TopDialog label={proof.title} onClose={close}>
      <h2 className="text-xl">{proof.title}</h2>
      <div className="mt-1.5 text-text-2">{proof.description}</div>
      {proof.error && <Alert tone="danger">{proof.error}</Alert>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={close} isDisabled={proof.isBusy}>
          {t`Cancel`}
        </Button>
        <Button
          variant="primary"
          isBusy={proof.isBusy}
          busyLabel={proof.busyLabel}
          onClick={proof.onConfirm}
        >
          {proof.confirmLabel}
        </Button>
      </div>
    </TopDialog>
  );
}

function TopDialog({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  // Not within the page: an open dialog hides the rest of it, also from screen readers.
  return createPortal(
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      className="m-auto w-[calc(100vw-2rem)] max-w-128 rounded-dialog border border-line bg-overlay p-5 text-text-1 shadow-overlay backdrop:bg-scrim"
    >
      {children}
    </dialog>,
    document.body,
  );
}
