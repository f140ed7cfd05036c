import { Trans, t } from "#web/language/macros.ts";
import type { Logo } from "#shared/community.ts";
import { CommunityLogo } from "#web/brand/brand.tsx";
import { Mark } from "#web/ui/page/mark.tsx";

type LandingPreviewProps = { name: string; welcome: string; logo: Logo | null };

/** The beginning of the landing page, as it will be. */
export function LandingPreview({ name, welcome, logo }: LandingPreviewProps) {
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-sm font-medium">
        <Trans>Preview of the landing page</Trans>
      </figcaption>
      <div className="grid gap-4 rounded-card border border-line-faint bg-void p-6">
        {logo ? <CommunityLogo logo={logo} size={96} /> : <Mark size={40} />}
        <p className="font-display text-3xl leading-tight font-bold wrap-anywhere">
          {name.trim() || t`Every pilot accounted for.`}
        </p>
        <p className="whitespace-pre-line wrap-anywhere text-text-2">
          {welcome.trim() || t`Muster’s own introduction`}
        </p>
      </div>
    </figure>
  );
}
