import { t } from "#web/language/macros.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page.tsx";

export default function NotFoundPage() {
  return (
    <FullPage title={t`Page not found`}>
      <p className="text-text-2">{t`The link may be outdated or incomplete.`}</p>
      <ButtonLink variant="primary" to={paths.home}>
        {t`Return to Home`}
      </ButtonLink>
    </FullPage>
  );
}
