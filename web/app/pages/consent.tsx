import ConsentPage from "#web/consent/consent-page.tsx";
import { paths } from "#web/lib/paths.ts";
import { LoginButton } from "#web/sign-in/login-button.tsx";

/** The consent page, with another feature's button in its place. */
export default function Consent() {
  return <ConsentPage loginButton={<LoginButton returnTo={paths.consent} />} />;
}
