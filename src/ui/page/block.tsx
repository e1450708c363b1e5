import { Alert, Button, Empty, Spin } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyText } from '../text/copy-text.tsx';
import './block.css';

/** `small` fits into a line of text, `large` fills a page. */
export function Spinner({ size = 'small', label }: { size?: 'small' | 'large'; label?: string }) {
  const t = useText();
  return (
    <span role="status" className={`ads-spinner ads-spinner-${size}`}>
      <Spin size={size === 'large' ? 32 : 16} />
      <span className="ads-visually-hidden">{label ?? t('ui.loading')}</span>
    </span>
  );
}

/** A visible text that says what is loading. */
export function BusyLine({ text }: { text: string }) {
  return (
    <div role="status" className="ads-spinner ads-busy-line">
      <Spin size={16} />
      {text}
    </div>
  );
}

export function LoadingBlock({ label }: { label?: string }) {
  return (
    <div className="ads-block">
      <Spinner size="large" {...(label === undefined ? {} : { label })} />
    </div>
  );
}

/** One sentence and an action. */
export function EmptyBlock({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="ads-block" role="status">
      <Empty
        description={
          <>
            <p>{text}</p>
            {action}
          </>
        }
      />
    </div>
  );
}

interface ErrorBlockProps {
  message: string;
  /** Identifies the request in the log of the server. */
  traceId?: string;
  /** The attempted operation, where the message alone would not name it. */
  title?: string;
  retryText?: string;
  onRetry?: (() => void) | undefined;
}

/** An error with a way to retry, and its trace id behind the details. Blocks beside it keep working. */
export function ErrorBlock({ message, traceId, title, retryText, onRetry }: ErrorBlockProps) {
  const t = useText();
  return (
    <div className="ads-block ads-block-error" role="alert">
      {title && <p className="ads-block-title">{title}</p>}
      <p>{message || t('ui.unknownFailure')}</p>
      {traceId && (
        <details className="ads-block-trace">
          <summary>{t('ui.details')}</summary>
          {t('ui.traceId')} <CopyText text={traceId} label={t('ui.traceId')} />
        </details>
      )}
      {onRetry && <Button onClick={onRetry}>{retryText ?? t('ui.retry')}</Button>}
    </div>
  );
}

interface RemarkProps {
  kind: 'info' | 'warn' | 'error';
  title: string;
  children?: ReactNode;
}

/** A full-width remark: a refusal at the top of a form, a warning above a table. */
export function Remark({ kind, title, children }: RemarkProps) {
  // Arco passes `role` on although its types lack it.
  const roleProps = { role: kind === 'info' ? 'status' : 'alert' };
  return (
    <Alert
      className={`ads-remark ads-remark-${kind}`}
      {...roleProps}
      type={kind === 'warn' ? 'warning' : kind}
      title={title}
      content={children}
    />
  );
}
