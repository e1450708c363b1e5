import { Button } from '@arco-design/web-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { reportFailure } from './failures.ts';
import { isMissingPart, MissingPart } from './missing-part.tsx';
import { ReloadProvider, useReload } from './reloading.tsx';
import './block.css';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface CrashBlockProps {
  error: unknown;
  onRetry: () => void;
  onLeave: (() => void) | undefined;
}

function CrashBlock({ error, onRetry, onLeave }: CrashBlockProps) {
  const t = useText();
  const reload = useReload();
  if (isMissingPart(error)) return <MissingPart onRetry={onRetry} onLeave={onLeave} />;
  const actions = (
    <>
      <Button onClick={onRetry}>{t('ui.retry')}</Button>
      <Button type="primary" onClick={reload}>
        {t('ui.reload')}
      </Button>
    </>
  );
  if (onLeave) {
    return (
      <Overlay title={t('ui.partBroken')} shape="dialog" closeText={t('ui.close')} onDismiss={onLeave} footer={actions}>
        <p>{messageOf(error)}</p>
      </Overlay>
    );
  }
  return (
    <div className="ads-block" role="alert">
      <p className="ads-block-title">{t('ui.pageBroken')}</p>
      <p>{messageOf(error)}</p>
      <span className="ads-buttons">{actions}</span>
    </div>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of it clears the error, because another page deserves a new attempt. */
  resetKey?: string;
  onError?: (error: unknown, info: ErrorInfo) => void;
  /** Default: reloads the window, asking first where typed values would be lost. */
  onReload?: () => void;
  /** Given for a layer above the page: its error is shown in a dialog, and this closes it. */
  onLeave?: (() => void) | undefined;
}

/** Keeps a crashed page from taking the console down. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; key: string | undefined }> {
  override state: { error: unknown; key: string | undefined } = { error: undefined, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { error: unknown; key: string | undefined }) {
    return props.resetKey === state.key ? null : { error: undefined, key: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    reportFailure({ kind: 'crash', message: messageOf(error) });
    this.props.onError?.(error, info);
  }

  override render() {
    const { error } = this.state;
    const { children, onReload, onLeave } = this.props;
    if (error === undefined) return children;
    const crashBlock = <CrashBlock error={error} onRetry={() => this.setState({ error: undefined })} onLeave={onLeave} />;
    return onReload ? <ReloadProvider value={onReload}>{crashBlock}</ReloadProvider> : crashBlock;
  }
}
