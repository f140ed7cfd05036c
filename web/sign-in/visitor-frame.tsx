import { Trans, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { Brand } from "#web/brand/brand.tsx";
import { EveClock } from "#web/eve/eve-clock.tsx";
import { ReadOnlyNote } from "#web/ui/feedback/read-only-note.tsx";
import { MenuButton } from "#web/ui/menu/menu.tsx";
import { useLanguageItems } from "#web/ui/menu/use-language-items.ts";
import { Starfield } from "#web/ui/page/starfield.tsx";

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
        <p>
          <Trans>Powered by EVE Online SSO • Built on Cloudflare Workers</Trans>
        </p>
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
