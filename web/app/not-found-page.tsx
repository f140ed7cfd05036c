import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";

export default function NotFoundPage() {
  return (
    <FullPage title="Nothing at this address">
      <p className="text-text-2">The link may be old, or a letter of it was lost on the way.</p>
      <ButtonLink variant="primary" to={paths.home}>
        Return to Home
      </ButtonLink>
    </FullPage>
  );
}
