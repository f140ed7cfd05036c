import { Trans, t } from "#web/language/macros.ts";
import { Component, useEffect } from "react";
import type { ReactNode } from "react";
import { useConnection } from "#web/lib/api/connection.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page.tsx";

type Props = {
  children: ReactNode;
  /** A change clears the error. */
  resetKey?: string;
  isInShell?: boolean;
};
/** Times are those of `performance.now()`. `cameBackAt`: when the connection was last restored. */
type State = {
  error: unknown;
  failedKey: string | undefined;
  isOffline: boolean;
  failedAt: number;
  cameBackAt: number;
};

/**
 * A failure before the connection was restored, or so soon after, comes from its loss: `navigator.onLine` changes before the event
 * comes. At worst, a page with a defect of its own loads again.
 */
const AFTER_RETURN_MS = 5000;

/** Shown when a page throws, or when its code is missing because a new version was deployed. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {
    error: undefined,
    failedKey: undefined,
    isOffline: false,
    failedAt: 0,
    cameBackAt: -Infinity,
  };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    // Code that has not been loaded cannot be loaded offline.
    return { error, isOffline: !navigator.onLine, failedAt: performance.now() };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === undefined) return { failedKey: props.resetKey };
    return state.failedKey === props.resetKey ? null : { error: undefined };
  }

  private readonly noteReturn = () => this.setState({ cameBackAt: performance.now() });

  override componentDidMount() {
    addEventListener("online", this.noteReturn);
  }

  override componentWillUnmount() {
    removeEventListener("online", this.noteReturn);
  }

  override render() {
    const { error, isOffline, failedAt, cameBackAt } = this.state;
    if (error === undefined) return this.props.children;
    const comesFromLoss = failedAt - cameBackAt < AFTER_RETURN_MS;
    if (isOffline || comesFromLoss) {
      return <OfflinePage isInShell={this.props.isInShell ?? false} />;
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
            {t`Reload`}
          </Button>
          <Button onClick={() => location.assign(paths.home)}>{t`Return to Home`}</Button>
        </div>
      </FullPage>
    );
  }
}

/** Reloads when the connection is back, even if that was before this page appeared. */
function OfflinePage({ isInShell }: { isInShell: boolean }) {
  const isOffline = useConnection() === "offline";
  useEffect(() => {
    if (!isOffline) location.reload();
  }, [isOffline]);
  return (
    <FullPage title={t`You are offline`} isInShell={isInShell}>
      <p className="text-text-2">
        <Trans>
          This page has not been loaded yet. It opens automatically when the connection is back.
        </Trans>
      </p>
    </FullPage>
  );
}
