import type { Logo } from "#shared/community.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { Mark } from "#web/ui/page.tsx";
import { AllianceLogo, CorporationLogo } from "./images.tsx";

/** The logo and the name of the community, or of Muster. */
export function Brand() {
  const { community } = useSession();
  const name = useSiteName();
  return (
    <span className="flex min-h-6 min-w-0 items-center gap-2.5 font-display text-lg leading-none font-bold caps">
      {community?.logo ? <CommunityLogo logo={community.logo} size={24} /> : <Mark />}
      <bdi className="line-clamp-2 min-w-0 leading-tight wrap-anywhere">{name}</bdi>
    </span>
  );
}

export function CommunityLogo({ logo, size }: { logo: Logo; size: 24 | 64 | 96 }) {
  return logo.kind === "alliance" ? (
    <AllianceLogo allianceId={logo.id} size={size} />
  ) : (
    <CorporationLogo corporationId={logo.id} size={size} />
  );
}
