import { Button } from '@arco-design/web-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import './block.css';

/** A file of the console that is no longer there: the server has a newer release. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ChunkLoadError' || /dynamically imported module|loading (css )?chunk/i.test(error.message));

function Broken({ error, onReload, onRetry }: { error: unknown; onReload: () => void; onRetry: () => void }) {
  const t = useText();
  const outdated = isOutdated(error);
  return (
    <div className="ads-block" role="alert">
      <p className="ads-block-title">{t(outdated ? 'ui.newVersion' : 'ui.pageBroken')}</p>
      {!outdated && <p>{error instanceof Error ? error.message : String(error)}</p>}
      <span className="ads-buttons">
        {!outdated && <Button onClick={onRetry}>{t('ui.retry')}</Button>}
        <Button type="primary" onClick={onReload}>
          {t('ui.reload')}
        </Button>
      </span>
    </div>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of it forgets the error: another page deserves another try. */
  resetKey?: string;
  onError?: (error: unknown, info: ErrorInfo) => void;
  /** Default: reload the window. */
  onReload?: () => void;
}

/** Keeps one broken page from taking the console down with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; key: string | undefined }> {
  override state: { error: unknown; key: string | undefined } = { error: undefined, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { error: unknown; key: string | undefined }) {
    return props.resetKey === state.key ? null : { error: undefined, key: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Broken
        error={error}
        onReload={this.props.onReload ?? (() => window.location.reload())}
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}
