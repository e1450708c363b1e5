import { Tag } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { IconCheckCircleFill, IconCloseCircleFill, IconExclamationCircleFill, IconInfoCircleFill, IconMinusCircleFill } from './icons.ts';
import './status-tag.css';

export type StatusKind = 'ok' | 'info' | 'warn' | 'error' | 'muted';

const icons: Record<StatusKind, ReactNode> = {
  ok: <IconCheckCircleFill aria-hidden="true" />,
  info: <IconInfoCircleFill aria-hidden="true" />,
  warn: <IconExclamationCircleFill aria-hidden="true" />,
  error: <IconCloseCircleFill aria-hidden="true" />,
  muted: <IconMinusCircleFill aria-hidden="true" />,
};

interface StatusTagProps {
  kind: StatusKind;
  text: string;
  /** The cause, on hover. */
  hint?: string | undefined;
  /** Struck through, for removed objects. */
  isStruck?: boolean;
}

/** A status as a word with a shape, because colour must not be the only difference. */
export function StatusTag({ kind, text, hint, isStruck = false }: StatusTagProps) {
  return (
    <Tag
      size="small"
      className={`ads-status ads-status-${kind}${isStruck ? ' ads-status-struck' : ''}`}
      icon={icons[kind]}
      {...(hint !== undefined && { title: hint })}
    >
      {text}
    </Tag>
  );
}

/** A plain label: a role, a platform. */
export function PlainTag({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <Tag size="small" className="ads-plain-tag">
      <span title={hint}>{text}</span>
    </Tag>
  );
}
