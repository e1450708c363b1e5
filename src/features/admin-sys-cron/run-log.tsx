import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { runLogMachine } from '#machines/admin-sys-cron/run-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import './run-log.css';

/** The log keeps scrolling with new lines when the user is this close to its end, in pixels. */
const END_TOLERANCE = 24;

/** The log of a run. While the run goes on, its end stays visible unless the user scrolled up. */
export function RunLog({ runLog }: { runLog: ActorRefFrom<typeof runLogMachine> }) {
  const t = useText();
  const { text, failure } = useSelector(runLog, (state) => state.context);
  const following = useSelector(runLog, (state) => state.hasTag('following'));
  const loading = useSelector(runLog, (state) => state.hasTag('busy'));
  const failed = useSelector(runLog, (state) => state.hasTag('failed'));
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (following && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, following]);

  if (loading && text === '') return <Spinner />;
  return (
    <div className="ads-run-log">
      {following && <StatusTag kind="info" text={t('cron.logFollowing')} />}
      {text === '' && !failed ? (
        <p>{t(following ? 'cron.logWaiting' : 'cron.logEmpty')}</p>
      ) : (
        text !== '' && (
          <pre
            ref={box}
            role="log"
            aria-label={t('cron.log')}
            tabIndex={0}
            onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
              isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_TOLERANCE;
            }}
          >
            {text}
          </pre>
        )
      )}
      {failed && failure && (
        <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={() => runLog.send({ type: 'runLog.retried' })} />
      )}
    </div>
  );
}
