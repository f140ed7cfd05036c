import type { ReactNode } from "react";
import { Trans, t, ph } from "#web/language/macros.ts";
import { Brand } from "#web/eve/brand.tsx";
import { EveClock } from "#web/eve/eve-clock.tsx";
import { ReadOnlyNote, Alert } from "#web/ui/feedback/alert.tsx";
import { MenuButton, useLanguageItems } from "#web/ui/menu.tsx";
import { Starfield } from "#web/ui/page.tsx";
import type { SessionEnd } from "#web/lib/api/session-token.ts";

/** The page around what visitors without a session see. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const languages = useLanguageItems();
  return (
    <div className="flex min-h-dvh flex-col">
      <Starfield count={100} />
      <ReadOnlyNote className="px-gutter" />
      <header className="px-gutter py-5">
        {/* A menu opens as a child of the landmark, and moves nothing in this row. */}
        <div className="flex items-center justify-between">
          <p>
            <Brand />
          </p>
          <div className="flex items-center gap-3">
            <EveClock />
            {languages.length > 0 && (
              <MenuButton label={t`Language`} icon="globe" items={languages} />
            )}
          </div>
        </div>
      </header>
      {children}
      <footer className="flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-line-faint px-gutter py-4 text-xs text-text-2">
        <p>{t`Powered by EVE Online SSO • Built on Cloudflare Workers`}</p>
        <p>
          <Trans>
            EVE Online and the EVE logo are trademarks of CCP hf. Muster is not affiliated with CCP.{" "}
            <a href="/licenses.txt" className="underline underline-offset-4 hover:text-text-1">
              Licenses
            </a>
          </Trans>
        </p>
      </footer>
    </div>
  );
}

type ArrivalNoteProps = { end: SessionEnd | null; returnTo: string | undefined };

/** Why the visitor is on the landing page; nothing for a plain visit. */
export function ArrivalNote({ end, returnTo }: ArrivalNoteProps) {
  if (end === null && returnTo === undefined) return null;
  return (
    <div className="mb-5 max-w-136">
      {end === null ? (
        <Alert title={t`Log in to see this page`}>{t`After the login you return to it.`}</Alert>
      ) : end.characterName === null ? (
        <Alert tone="warn" title={t`Your session ended`}>
          {returnTo === undefined
            ? t`Log in to continue.`
            : t`Log in to return to the page that you were on.`}
        </Alert>
      ) : (
        <Alert
          tone="warn"
          title={
            <Trans>
              <bdi>{ph({ characterName: end.characterName })}</bdi> is now on another account
            </Trans>
          }
        >
          <Trans>
            EVE reports a new owner, and your account here has no other character. If you still play{" "}
            <bdi>{ph({ characterName: end.characterName })}</bdi>, log in with it to get the account
            back.
          </Trans>
        </Alert>
      )}
    </div>
  );
}
