import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { RecentError } from '#machines/recent-errors/recent-errors.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { EmptyBlock } from '#src/ui/page/block.tsx';
import { CopyButton, useCopy } from '#src/ui/text/copy-text.tsx';
import { factsOf, reportOf } from './error-report.ts';
import type { Part } from './parts.ts';
import { canRecord } from './use-recording.ts';
import './errors-panel.css';

const RecordingChoice = onDemand<object>(() => import('./recording-choice.tsx'), { placeholder: '' });

export interface ErrorsPanelProps {
  errors: Part<'errors'>;
  release: Part<'release'>;
  onClose: () => void;
}

/** What went wrong lately, to be read at leisure and passed on. Nothing of it is kept after the visit. */
export default function ErrorsPanel({ errors, release, onClose }: ErrorsPanelProps) {
  const t = useText();
  const format = useFormat();
  const { status, copy } = useCopy();
  const list = useSelector(errors, (state) => state.context.errors);
  const current = useSelector(release, (state) => state.context.current);
  const facts = (error: RecentError) => factsOf(error, t, { time: format.instant(error.at, true), release: current });
  const isEmpty = list.length === 0;
  return (
    <Overlay
      title={t('errors.title')}
      shape="drawer"
      closeText={t('ui.close')}
      onDismiss={onClose}
      footer={
        <>
          <span role="status" className="ads-quiet">
            {status}
          </span>
          <Button disabled={isEmpty} onClick={() => errors.send({ type: 'errors.cleared' })}>
            {t('errors.clear')}
          </Button>
          <Button disabled={isEmpty} onClick={() => void copy(list.map((error) => reportOf(facts(error))).join('\n\n'))}>
            {t('errors.copyAll')}
          </Button>
        </>
      }
    >
      {canRecord() && <RecordingChoice />}
      {isEmpty ? (
        <EmptyBlock text={t('errors.none')} />
      ) : (
        <ol className="ads-errors">
          {list.map((error) => (
            <li key={error.id}>
              <div className="ads-errors-head">
                <strong>{error.message}</strong>
                <CopyButton text={reportOf(facts(error))} label={t('errors.one')} />
              </div>
              <dl>
                {facts(error)
                  .filter(([name]) => name !== t('errors.message') && name !== t('errors.release'))
                  .map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
    </Overlay>
  );
}
