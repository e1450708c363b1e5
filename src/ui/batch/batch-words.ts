import { type BatchStatus, batchCountWords, type ItemStatus } from '#contracts/vocabulary/batches.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { BatchStanding } from '#machines/kernel/batch/batch-standing.ts';
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

/** What objects came to, in the order in which it is read, and the results that are counted there. */
export const countNames = ['ok', 'fail', 'skip', 'unknown', 'canceled'] as const;

export const resultOfCount: Record<(typeof countNames)[number], ItemStatus> = {
  ok: 'succeeded',
  fail: 'failed',
  skip: 'skipped',
  unknown: 'unknown',
  canceled: 'canceled',
};

type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** Kinds of objects that stand below one another in a batch. */
const targets = ['material', 'campaign', 'ad_group', 'ad', 'launch'] as const;

/** What an object of a batch is; a kind that nobody has words for stays unsaid. */
export const targetText = (type: string, t: Text): string => {
  const known = targets.find((each) => each === type);
  return known ? t(`batch.target.${known}`) : '';
};

/** What a batch came to so far, in words; what did not happen is left out. */
export const countsText = (counts: Pick<BatchStanding, (typeof countNames)[number]>, t: Text, w: (words: Words) => string): string =>
  countNames
    .filter((name) => counts[name] > 0 || name === 'ok')
    .map((name) => t('batch.itemCount', { name: w(batchCountWords[name]), shown: counts[name] }))
    .join(' · ');
