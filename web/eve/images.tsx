import { useState } from "react";
import type { ReactNode } from "react";
import { useIsPainted } from "#web/lib/first-paint.ts";
import { cx } from "#web/lib/cx.ts";

export function Portrait({ characterId, size = 64 }: { characterId: number; size?: ShownSize }) {
  return <EveImage path={`characters/${characterId}/portrait`} size={size} />;
}

export function CorporationLogo(props: { corporationId: number; size?: ShownSize }) {
  const { corporationId, size = 32 } = props;
  return <EveImage path={`corporations/${corporationId}/logo`} size={size} />;
}

export function AllianceLogo({ allianceId, size = 32 }: { allianceId: number; size?: ShownSize }) {
  return <EveImage path={`alliances/${allianceId}/logo`} size={size} />;
}

/** Pixel sizes requested from the image server. */
type FetchedSize = 64 | 128;
/** Displayed sizes in CSS pixels. */
type ShownSize = 20 | 24 | 32 | 40 | 56 | 64 | 96 | 128;

const BOX: Record<ShownSize, string> = {
  20: "size-5",
  24: "size-6",
  32: "size-8",
  40: "size-10",
  56: "size-14",
  64: "size-16",
  // Smaller on phones, to leave room for the text.
  96: "size-16 md:size-24",
  128: "size-32",
};

type EveImageProps = {
  /** Path on the image server: `characters/2112000001/portrait`. */
  path: string;
  size: ShownSize;
};

/**
 * An image from EVE's image server, or a tile with a question mark if it cannot be loaded. Its alt text is empty, because the name is always beside it. Images are requested
 * after the first paint, so that another server does not delay the page's text.
 */
function EveImage({ path, size }: EveImageProps) {
  const isPagePainted = useIsPainted();
  const [failedPath, setFailedPath] = useState<string>();
  if (failedPath === path) {
    return (
      <span
        aria-hidden="true"
        className={`grid shrink-0 place-items-center rounded-control bg-surface-3 font-display font-semibold text-text-2 ${BOX[size]}`}
      >
        ?
      </span>
    );
  }
  if (!isPagePainted) {
    // A press is for the link around the tile: the tile is gone when the press ends.
    return (
      <span
        className={`pointer-events-none block shrink-0 rounded-control bg-surface-3 ${BOX[size]}`}
      />
    );
  }
  const address = (fetched: FetchedSize) => `${EVE_IMAGES_URL}/${path}?size=${fetched}`;
  return (
    <img
      src={address(size > 64 ? 128 : 64)}
      srcSet={size > 32 && size <= 64 ? `${address(64)} 1x, ${address(128)} 2x` : undefined}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={`shrink-0 rounded-control bg-surface-3 ${BOX[size]}`}
      onError={() => setFailedPath(path)}
    />
  );
}

/** Target-lock brackets as in EVE: gold for the main character, signal colour for live or selected items. */
export function Lock({
  tone = "gold",
  isWide = false,
  className,
  children,
}: {
  tone?: "gold" | "signal";
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "lock block w-fit shrink-0",
        tone === "signal" && "lock-signal",
        isWide && "lock-wide",
        className,
      )}
    >
      {children}
    </span>
  );
}
