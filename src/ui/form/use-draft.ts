import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { draftKeeper } from '#machines/kernel/form/draft-keeper.machine.ts';
import type { FormDraft } from './draft-bar.tsx';

export type DraftKeeper = ActorRefFrom<typeof draftKeeper>;

/** Connects the draft of a long form to its view. `replaces`: restoring a found draft would replace typed values. */
export function useDraft(keeper: DraftKeeper | undefined, open: boolean, replacesTyped: boolean): FormDraft | undefined {
  const context = useSelector(keeper, (state) => state?.context);
  useEffect(() => {
    if (open) keeper?.send({ type: 'draft.seen' });
  }, [keeper, open]);
  if (!keeper || !context) return undefined;
  const { answer, savedAt, version } = context;
  return {
    found: answer && {
      savedAt: answer.savedAt,
      isOlder: answer.version !== null && answer.version !== version,
      isWithoutSecrets: answer.content.withheld,
    },
    storedAt: savedAt,
    replacesTyped,
    onRestore: () => keeper.send({ type: 'draft.accepted' }),
    onDiscard: () => keeper.send({ type: 'draft.declined' }),
  };
}
