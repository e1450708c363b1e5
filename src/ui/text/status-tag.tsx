import './status-tag.css';

export type StatusKind = 'ok' | 'info' | 'warn' | 'error' | 'muted';

interface StatusTagProps {
  kind: StatusKind;
  text: string;
  /** The cause, on hover. */
  hint?: string | undefined;
  /** For what is gone. */
  struck?: boolean;
}

/** A state as a word with a shape: colour is never the only difference. */
export function StatusTag({ kind, text, hint, struck = false }: StatusTagProps) {
  return (
    <span className={`ads-status ads-status-${kind}${struck ? ' ads-status-struck' : ''}`} title={hint}>
      <i aria-hidden="true" className="ads-status-mark" />
      <span className="ads-status-text">{text}</span>
    </span>
  );
}

/** A plain label: a role, a platform. */
export function PlainTag({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <span className="ads-plain-tag" title={hint}>
      {text}
    </span>
  );
}
