import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Brand } from "#web/eve/brand.tsx";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageTitle, Starfield } from "#web/ui/page.tsx";
import { api } from "#web/lib/api/api.ts";
import { forgetPerson } from "#web/lib/api/logout.ts";
import { endSession } from "#web/lib/api/session.ts";
import { keepRequest } from "./kept-request.ts";

type FrameProps = {
  title: ReactNode;
  pageTitle: string;
  /** Who signs in; null while signed out. */
  characterId: number | null;
  isRefused?: boolean;
  subtitle?: ReactNode;
  children: ReactNode;
};

/** One card on an otherwise empty screen. The heading has the focus: Enter is not consent. */
export function ConsentFrame(props: FrameProps) {
  const { title, pageTitle, characterId, isRefused = false, subtitle, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main
      tabIndex={-1}
      className="grid min-h-dvh content-center justify-items-center gap-5 px-4 py-6"
    >
      <PageTitle>{pageTitle}</PageTitle>
      <Starfield count={50} />
      <Brand />
      <div className="card w-full max-w-112 rounded-card border border-line-faint bg-surface-1">
        <div className="grid justify-items-center gap-1 px-6 pt-6 pb-4 text-center text-pretty">
          <div className="mb-3 flex items-center gap-3">
            {characterId !== null && (
              <Lock>
                <Portrait characterId={characterId} size={56} />
              </Lock>
            )}
            {characterId !== null && (
              <span className={isRefused ? "text-danger" : "text-text-2"}>
                <Icon name={isRefused ? "close" : "link"} />
              </span>
            )}
            <span className="grid size-14 place-items-center rounded-control bg-signal-dim text-signal">
              <Icon name="apps" size={28} />
            </span>
          </div>
          <h1 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
            {title}
          </h1>
          {subtitle && <div className="text-text-2">{subtitle}</div>}
        </div>
        {children}
      </div>
    </main>
  );
}

/** The part of the card with the buttons. */
export function ConsentActions({ children }: { children: ReactNode }) {
  return <div className="grid gap-2.5 border-t border-line-faint px-6 pt-4 pb-5">{children}</div>;
}

/** Signs out, and stays: the page then offers the login, and goes on with the same request. */
export function OtherAccount({ children }: { children: string }) {
  const client = useQueryClient();
  const logout = useMutation({
    mutationFn: () => api.auth.logout.$post(),
    onSettled: () => {
      endSession(client);
      const request = keepRequest("");
      forgetPerson();
      keepRequest(request);
    },
  });
  return (
    <button
      type="button"
      className="link max-md:min-h-11"
      aria-disabled={logout.isPending || undefined}
      onClick={() => logout.isPending || logout.mutate()}
    >
      {children}
    </button>
  );
}
