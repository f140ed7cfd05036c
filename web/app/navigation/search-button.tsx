import { Link } from "react-router";
import { Trans, t } from "#web/language/macros.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Brand } from "#web/eve/brand.tsx";
import { paths } from "#web/lib/paths.ts";

const isApple = /Mac|iP/.test(navigator.platform);

/** Opens the palette: an icon on a small screen, otherwise shaped like a search field. */
export function SearchButton({ isSmall, onClick }: { isSmall?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className={cx(
        "flex items-center gap-2.5 rounded-control border border-line-control text-text-2 transition-colors hover:bg-surface-2",
        isSmall ? "ml-auto size-9 justify-center" : "mt-3 h-9 w-full px-2.5 max-md:hidden",
      )}
    >
      <Icon name="search" />
      <Trans>
        <span className={isSmall ? "sr-only" : undefined}>Search</span>
        <span className="sr-only"> pilots, groups and actions</span>
      </Trans>
      {!isSmall && (
        <kbd aria-hidden="true" className="ml-auto font-ui text-2xs text-text-2">
          {isApple ? "⌘" : t`Ctrl`} K
        </kbd>
      )}
    </button>
  );
}

export function HomeLink() {
  return (
    <Link to={paths.dashboard} className="block w-fit max-w-full min-w-0">
      <Brand />
    </Link>
  );
}
