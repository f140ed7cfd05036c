import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";

export default function NotFoundPage() {
  return (
    <FullPage title="Page not found">
      <p className="text-text-2">The link may be outdated or incomplete.</p>
      <ButtonLink variant="primary" to={paths.home}>
        Return to Home
      </ButtonLink>
    </FullPage>
  );
}
