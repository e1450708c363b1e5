import type { UploadItem } from '#machines/parts/uploads/upload-item.machine.ts';
import type { UploadStage } from '#machines/parts/uploads/upload-queue-contract.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { failText } from '#src/parts/materials/index.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

const states = [
  'checking',
  'opening',
  'sending',
  'merging',
  'processing',
  'paused',
  'failed',
  'refused',
  'duplicate',
  'done',
  'removing',
] as const;
/** The displayed state of a file; a `drafted` one has not been started. */
export type ItemState = (typeof states)[number] | 'drafted' | 'waiting';

type ItemSnapshot = ReturnType<UploadItem['getSnapshot']>;

export function toItemState(item: ItemSnapshot, stage: UploadStage): ItemState {
  const name = typeof item.value === 'string' ? item.value : Object.keys(item.value)[0];
  return states.find((state) => state === name) ?? (stage === 'drafted' ? 'drafted' : 'waiting');
}

const kinds: Readonly<Record<ItemState, StatusKind>> = {
  drafted: 'muted',
  waiting: 'muted',
  checking: 'info',
  opening: 'info',
  sending: 'info',
  merging: 'info',
  processing: 'info',
  paused: 'warn',
  failed: 'error',
  refused: 'error',
  duplicate: 'warn',
  done: 'ok',
  removing: 'muted',
};

/** Texts for the state of a file. */
export function useItemWords(item: ItemSnapshot, state: ItemState): { kind: StatusKind; text: string; hint: string | undefined } {
  const t = useText();
  const { refusal, reason, failure, failReason, existing } = item.context;
  const explainFailure = (): string | undefined => {
    if (state === 'refused' && refusal) return t(`uploads.refusal.${refusal}` satisfies MessageId);
    if (state === 'duplicate')
      return existing ? t('uploads.existing', { title: existing.title, code: existing.code }) : t('uploads.existingElsewhere');
    if (state === 'paused' && (reason === 'full' || reason === 'session')) return t(`uploads.break.${reason}`);
    if (state === 'failed') return failText(failReason ?? null, t) ?? (failure?.message || t('uploads.break.network'));
    return undefined;
  };
  return { kind: kinds[state], text: t(`uploads.state.${state}`), hint: explainFailure() };
}
