import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { Interaction } from './interaction.ts';

export type Kind =
  | 'call-added'
  | 'call-removed'
  | 'exchange-added'
  | 'exchange-removed'
  | 'exchange-renamed'
  | 'request-method'
  | 'request-path'
  | 'request-field-added'
  | 'request-field-removed'
  | 'request-type'
  | 'request-value'
  | 'request-header-added'
  | 'request-header-removed'
  | 'request-header-changed'
  | 'reply-field-added'
  | 'reply-field-removed'
  | 'reply-tightened'
  | 'reply-loosened'
  | 'reply-changed'
  | 'code-changed'
  | 'reason-changed'
  | 'state-added'
  | 'state-removed'
  | 'state-order'
  | 'state-renamed'
  | 'state-parameter'
  | 'state-changed'
  | 'state-example'
  | 'document-field-added'
  | 'document-field-removed'
  | 'document-narrowed'
  | 'document-widened'
  | 'document-changed';

export type Verdict = 'breaks' | 'safe';

/** One difference between two sets. */
export interface Difference {
  /** Stays the same for the same change, whatever else changed. */
  id: string;
  /** `POST /api/sys-roles/copy` */
  call: string;
  /** The pact that contains it. */
  resource: string;
  /** Description of the exchange; null for a difference of the whole call. */
  interaction: string | null;
  kind: Kind;
  /** `reply list[].id`, `request sort[].field`, `state "a role exists" version`; empty for the whole exchange. */
  place: string;
  words: Words;
  /** `breaks`: a console of the older set, still open, may fail against a backend that keeps no more than the newer set. */
  consoles: Verdict;
  /** `breaks`: a backend that keeps the older set has to change before a console of the newer set goes out. */
  backends: Verdict;
}

/** A change at one place of an exchange. */
export interface Change {
  kind: Kind;
  place: string;
  words: Words;
  consoles: Verdict;
  backends: Verdict;
}

export const change = (kind: Kind, place: string, zh: string, en: string, consoles: Verdict, backends: Verdict): Change => ({
  kind,
  place,
  words: { zh, en },
  consoles,
  backends,
});

export const verdict = (breaks: boolean): Verdict => (breaks ? 'breaks' : 'safe');

/** `POST /api/sys-roles/copy` */
export const callOf = ({ request }: Interaction): string => `${request.method} ${request.path}`;

/** A value as text, with sorted object keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `a.b` below `a`; `b` below nothing. */
export const below = (place: string, key: string): string => (place === '' || place.endsWith(' ') ? `${place}${key}` : `${place}.${key}`);

export const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
