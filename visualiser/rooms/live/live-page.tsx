import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import { TraceView } from '../../trace/trace-view.tsx';
import { ComposerPanel } from './composer-panel.tsx';
import { LiveEmptyState } from './live-empty-state.tsx';
import { LiveRemarks } from './live-remarks.tsx';
import { LiveTools } from './live-tools.tsx';
import { useConnection } from './use-connection.ts';
import { WindowPicker } from './window-picker.tsx';
import './live.css';

/** The live room. */
export function LivePage({ room }: { room: Live }) {
  const t = useText();
  const { connection, status } = useConnection(room);
  const hasEntries = useSelector(room, ({ context }) => context.entries.length > 0);
  const isComposing = useSelector(
    useSelector(room, ({ children }) => children.composer),
    (composer) => composer?.matches('open') ?? false,
  );
  const trace = useSelector(room, ({ children }) => children.trace);
  const words = t(status.text, status.values);
  useAnnouncement(words);
  return (
    <main className="ads-vis-main ads-live" tabIndex={-1}>
      <header className="ads-vis-head ads-live-head">
        <h1>{t('live.heading')}</h1>
        <WindowPicker room={room} />
        <StatusTag kind={status.kind} text={words} />
        {hasEntries && <LiveTools room={room} />}
      </header>
      {hasEntries && <LiveRemarks room={room} connection={connection} />}
      {hasEntries && trace ? (
        <div className={isComposing ? 'ads-live-body ads-live-composing' : 'ads-live-body'}>
          <Suspense fallback={<LoadingBlock />}>
            <TraceView trace={trace} />
          </Suspense>
          {isComposing && <ComposerPanel room={room} />}
        </div>
      ) : (
        <LiveEmptyState room={room} connection={connection} />
      )}
    </main>
  );
}
