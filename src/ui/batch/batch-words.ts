import { type BatchStatus, batchCountWords, type ItemStatus } from '#contracts/vocabulary/batches.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { OrderStatus } from '#machines/kernel/batch/order-status.ts';
import type { MessageId } from '#src/locale/locales.ts';
import type { StatusKind } from '../text/status-tag.tsx';

export const batchKinds: Record<BatchStatus, StatusKind> = {
  pending: 'muted',
  running: 'info',
  succeeded: 'ok',
  partial: 'warn',
  failed: 'error',
  canceled: 'muted',
};

export const itemKinds: Record<ItemStatus, StatusKind> = {
  pending: 'muted',
  running: 'info',
  succeeded: 'ok',
  failed: 'error',
  unknown: 'warn',
  skipped: 'muted',
  canceled: 'muted',
};

/** Results in display order, and the counted ones. */
export const countNames = ['ok', 'fail', 'skip', 'unknown', 'canceled'] as const;

export const resultOfCount: Record<(typeof countNames)[number], ItemStatus> = {
  ok: 'succeeded',
  fail: 'failed',
  skip: 'skipped',
  unknown: 'unknown',
  canceled: 'canceled',
};

type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** Object types that form a tree in a batch. */
const targets = ['material', 'campaign', 'ad_group', 'ad', 'launch'] as const;

/** Name of an object type; empty for an unknown type. */
export const targetText = (type: string, t: Text): string => {
  const target = targets.find((name) => name === type);
  return target ? t(`batch.target.${target}`) : '';
};

/** The counts of a batch in words, leaving out zeros. */
export const countsText = (counts: Pick<OrderStatus, (typeof countNames)[number]>, t: Text, w: (words: Words) => string): string =>
  countNames
    .filter((name) => counts[name] > 0 || name === 'ok')
    .map((name) => t('batch.itemCount', { name: w(batchCountWords[name]), shown: counts[name] }))
    .join(' · ');
