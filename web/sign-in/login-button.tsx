import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import { Mark } from "#web/ui/page.tsx";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { useIsPainted } from "#web/lib/first-paint.ts";
import { Button, unless, Spinner } from "#web/ui/button.tsx";
import { startLogin } from "./queries.ts";

const LABEL = msg`Log in with EVE Online`;

/** CCP's own sign-in picture, as it asks applications to use. Ours stands in when it cannot be loaded. */
export function LoginButton({ returnTo }: { returnTo: string | undefined }) {
  const login = useAuthorization(() => startLogin(returnTo));
  const [hasNoImage, setHasNoImage] = useState(false);
  const isPagePainted = useIsPainted();

  if (hasNoImage) {
    return (
      <Button
        variant="primary"
        size="lg"
        icon={<Mark />}
        isBusy={login.isBusy}
        busyLabel={t`Redirecting...`}
        onClick={() => login.start()}
      >
        {say(LABEL)}
      </Button>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={login.isBusy || undefined}
      aria-busy={login.isBusy || undefined}
      onClick={unless(login.isBusy, () => login.start())}
      // The label becomes a picture after the first paint. A press that begins on one and ends on the other is no click of either.
      className="relative overflow-hidden rounded-control border border-transparent bg-black transition-colors *:pointer-events-none hover:border-starlight"
    >
      {isPagePainted ? (
        <img
          src={EVE_LOGIN_IMAGE_URL}
          alt={say(LABEL)}
          width={270}
          height={45}
          referrerPolicy="no-referrer"
          className={login.isBusy ? "opacity-0" : undefined}
          onError={() => setHasNoImage(true)}
        />
      ) : (
        <span className="grid h-11.25 w-67.5 place-items-center text-sm font-medium text-white">
          {say(LABEL)}
        </span>
      )}
      {login.isBusy && (
        <span className="absolute inset-0 flex items-center justify-center gap-2 font-medium">
          <Spinner />
          {t`Redirecting...`}
        </span>
      )}
    </button>
  );
}
