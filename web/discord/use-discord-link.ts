import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "#web/language/macros.ts";
import { messageOf, reasonOf, logFailure } from "#web/lib/api/api-error.ts";
import { usePassing, ERROR_SHOWN_MS } from "#web/lib/form/use-passing.ts";
import { paths } from "#web/lib/paths.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { DiscordLinkStart } from "#shared/discord/link.ts";
import type { LinkFailure } from "./link-messages.ts";
import { listenForLinks, storeReturn, storePendingLink } from "./link-messages.ts";
import { renewAccount, startLinkMutation } from "./queries.ts";

const POLL_MS = 500;
const POPUP_WIDTH = 600;
const POPUP_HEIGHT = 700;

/** The states of links that this page has started and that are still open. */
const unheard = new Set<string>();

/**
 * Links a Discord account through a popup, or in this tab where there are no popups. The popup sends the outcome; that it was closed is detected by polling. A
 * popup severed from this page by Discord also looks closed, so a later message from it is still accepted.
 */
export function useDiscordLink(onLinked?: () => void) {
  const client = useQueryClient();
  const start = useMutation(startLinkMutation);
  const [popup, setPopup] = useState<Window>();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isBlocked, setIsBlocked] = useState(false);
  const [failure, setFailure] = usePassing<LinkFailure>(ERROR_SHOWN_MS);
  const lastPopup = useRef<Window>(undefined);
  // A page may have several buttons: the one that was clicked tells the outcome.
  const own = useRef(new Set<string>());
  const afterLink = useEffectEvent(() => onLinked?.());

  useEffect(() => {
    // A page that was left in the meantime has missed the popup's message.
    if (unheard.size > 0) void renewAccount(client);
    return listenForLinks(async ({ state, outcome }) => {
      unheard.delete(state);
      const isOurs = own.current.delete(state);
      // Started in another tab of the same account.
      if (outcome === "linked") await renewAccount(client);
      if (!isOurs) return;
      setPopup(undefined);
      if (outcome === "linked") {
        toast.success(t`Discord account linked`);
        afterLink();
      } else if (outcome !== "cancelled") setFailure(outcome);
    });
  }, [client, setFailure]);

  useEffect(() => {
    if (!popup) return;
    const timer = setInterval(() => popup.closed && setPopup(undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [popup]);

  // The back button may restore this page from the back/forward cache in its busy state.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setIsLeaving(false);
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);

  async function link() {
    setFailure(undefined);
    lastPopup.current?.close();
    const opened = openPopup();
    if (!opened) {
      if (hasNoPopups()) return linkHere();
      setIsBlocked(true);
      setFailure({ message: t`Popup blocked. Please allow popups for this site.` });
      return;
    }
    setIsBlocked(false);
    lastPopup.current = opened;
    setPopup(opened);
    try {
      const started = await start.mutateAsync();
      unheard.add(started.state);
      own.current.add(started.state);
      const address = await prepareAuthorization(started);
      if (opened.closed) throw new Error("The popup was closed before Discord could be shown.");
      opened.location.replace(address);
    } catch (error) {
      logFailure("The Discord popup could not be led to Discord.", error);
      opened.close();
      setPopup(undefined);
      const fallback = t`Failed to open Discord OAuth. Please allow popups and try again.`;
      setFailure({ message: messageOf(error, fallback) });
    }
  }

  /** Without a popup: this tab visits Discord and comes back to this page. */
  async function linkHere() {
    setFailure(undefined);
    setIsLeaving(true);
    try {
      const started = await start.mutateAsync();
      const address = await prepareAuthorization(started);
      storeReturn(started.state, returnPathOf(location) ?? paths.dashboard);
      location.assign(address);
    } catch (error) {
      logFailure("This tab could not be led to Discord.", error);
      setIsLeaving(false);
      setFailure({ message: reasonOf(error) });
    }
  }

  function cancel() {
    popup?.close();
    setPopup(undefined);
  }

  return {
    link,
    linkHere,
    cancel,
    isWaiting: popup !== undefined,
    isLeaving,
    /** The browser has blocked the popup, so the user may go on in this tab. */
    isBlocked,
    failure,
  };
}

/**
 * Whether the user could not allow popups here. No browser of a phone blocks a popup that a touch opens; the web views in which apps such as
 * Discord show their links in have no second window at all.
 */
function hasNoPopups(): boolean {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}

/**
 * Opens an empty popup centred over this window. Has to run in a click handler; null if there is none.
 */
function openPopup(): Window | null {
  const left = Math.round(screenX + (outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - POPUP_HEIGHT) / 2);
  const features = `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
  const popup = open("about:blank", "_blank", features);
  // A web view with one window answers with that window, and would empty it.
  if (popup === window) {
    window.stop();
    return null;
  }
  // A dark background until Discord's dark page has loaded.
  if (popup) popup.document.documentElement.style.colorScheme = "dark";
  return popup;
}

const VERIFIER_BYTES = 32;

/** Discord's authorization URL for a started link (PKCE, RFC 7636). The verifier stays in this browser. */
async function prepareAuthorization(start: DiscordLinkStart): Promise<string> {
  const { state, clientId, tokenUrl, redirectUri } = start;
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  storePendingLink(state, { codeVerifier, clientId, tokenUrl, redirectUri });
  const url = new URL(start.authorizeUrl);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: start.scopes.join(" "),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  // Discord expects %20 between scopes, not "+".
  url.search = String(query).replaceAll("+", "%20");
  return url.href;
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
