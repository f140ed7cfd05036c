import { useEffect } from "react";
import { enumerated } from "#web/lib/enumerated.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { eveTime } from "#web/lib/time/time.ts";

/** Prints name the community and the time at which they were made; `print.css` shows it. */
export function usePrintHeader(): void {
  const siteName = useSiteName();
  useEffect(() => {
    const stamp = () => {
      document.body.dataset["printed"] = enumerated([siteName, eveTime(serverNow())]);
    };
    addEventListener("beforeprint", stamp);
    return () => removeEventListener("beforeprint", stamp);
  }, [siteName]);
}
