import { Trans, t } from "#web/language/macros.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page.tsx";

export default function NotFoundPage() {
  return (
    <FullPage title={t`Page not found`}>
      <p className="text-text-2">
        <Trans>The link may be outdated or incomplete.</Trans>
      </p>
      <ButtonLink variant="primary" to={paths.home}>
        <Trans>Return to Home</Trans>
      </ButtonLink>
    </FullPage>
  );
}
