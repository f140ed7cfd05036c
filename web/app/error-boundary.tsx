import { Trans, t } from "#web/language/macros.ts";
import { Component } from "react";
import type { ReactNode } from "react";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";

type Props = {
  children: ReactNode;
  /** A change clears the error. */
  resetKey?: string;
  isInShell?: boolean;
};
type State = { error: unknown; failedKey: string | undefined };

/** Shown when a page throws, or when its code is missing because a new version was deployed. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failedKey: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === undefined) return { failedKey: props.resetKey };
    return state.failedKey === props.resetKey ? null : { error: undefined };
  }

  override componentDidCatch() {
    // Code that has not been loaded cannot be loaded offline.
    if (!navigator.onLine) addEventListener("online", () => location.reload(), { once: true });
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    if (!navigator.onLine) {
      return (
        <FullPage title={t`You are offline`} isInShell={this.props.isInShell ?? false}>
          <p className="text-text-2">
            <Trans>
              This page has not been loaded yet. It opens automatically when the connection is back.
            </Trans>
          </p>
        </FullPage>
      );
    }
    return (
      <FullPage title={t`This page could not be shown`} isInShell={this.props.isInShell ?? false}>
        <p className="text-text-2">
          <Trans>
            Your data was not changed. Reloading usually helps, especially after an update of
            Muster.
          </Trans>
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
          <Button onClick={() => location.assign(paths.home)}>
            <Trans>Return to Home</Trans>
          </Button>
        </div>
      </FullPage>
    );
  }
}
