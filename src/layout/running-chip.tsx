import { useSelector } from '@xstate/react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import type { Part } from './parts.ts';
import './running-chip.css';

/** How many of the reader's batches run; opens a list of them, and from there each with its results. Absent while none runs. */
export function RunningChip({ running }: { running: Part<'running'> }) {
  const t = useText();
  const format = useFormat();
  const w = useWords();
  const answer = useSelector(running, (state) => state.context.answer);
  if (!answer || answer.total === 0) return null;
  const unnamed = answer.total - answer.running.length;
  return (
    <MenuButton
      label={t('batch.chip', { count: answer.total })}
      className="ads-running-chip"
      actions={[
        ...answer.running.map((batch) => ({
          key: String(batch.id),
          text: t('batch.runningOne', {
            what: w(batch.summary),
            done: format.number(batch.done),
            total: format.number(batch.total),
          }),
          onRun: () => running.send({ type: 'running.opened', batchId: batch.id }),
        })),
        ...(unnamed > 0 ? [{ key: 'more', text: t('batch.runningMore', { count: unnamed }), refusal: '', onRun: () => undefined }] : []),
      ]}
    >
      <i className="ads-running-mark" aria-hidden="true" />
      <span className="ads-running-text">{t('batch.chip', { count: answer.total })}</span>
    </MenuButton>
  );
}

/** Stands outside of the frame, so that a refresh of it closes nothing. */
export function RunningBatch({ running }: { running: Part<'running'> }) {
  const progress = useSelector(running, (state) => state.children.progress);
  return <BatchDialog progress={progress} />;
}
