import { Alert, Button, Empty, Spin } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyText } from '../text/copy-text.tsx';
import './block.css';

/** `small` sits in a line of text, `large` stands for a page. */
export function Spinner({ size = 'small', label }: { size?: 'small' | 'large'; label?: string }) {
  const t = useText();
  return (
    <span role="status" className={`ads-spinner ads-spinner-${size}`}>
      <Spin size={size === 'large' ? 32 : 16} />
      <span className="ads-visually-hidden">{label ?? t('ui.loading')}</span>
    </span>
  );
}

/** What is waited for, in words that everybody reads. */
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

/** One sentence, and what to do about it. */
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
  /** Finds the request in the server's log. */
  traceId?: string;
  /** What was being done, where the message alone would not say it. */
  title?: string;
  retryText?: string;
  onRetry?: (() => void) | undefined;
}

/** What happened, how to find it in the log, and a way on. Blocks beside it stay alive. */
export function ErrorBlock({ message, traceId, title, retryText, onRetry }: ErrorBlockProps) {
  const t = useText();
  return (
    <div className="ads-block ads-block-error" role="alert">
      {title && <p className="ads-block-title">{title}</p>}
      <p>{message || t('ui.unknownFailure')}</p>
      {traceId && (
        <p className="ads-block-trace">
          {t('ui.traceId')} <CopyText text={traceId} label={t('ui.traceId')} />
        </p>
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

/** A remark across the width of its surroundings: a refusal at the top of a form, a warning above a table. */
export function Remark({ kind, title, children }: RemarkProps) {
  // The kit passes a role on, although its types do not mention it.
  const spoken = { role: kind === 'info' ? 'status' : 'alert' };
  return (
    <Alert
      className={`ads-remark ads-remark-${kind}`}
      {...spoken}
      type={kind === 'warn' ? 'warning' : kind}
      title={title}
      content={children}
    />
  );
}
