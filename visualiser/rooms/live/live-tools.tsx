import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';

/** Actions for the received entries. */
export function LiveTools({ room }: { room: Live }) {
  const t = useText();
  const isPaused = useSelector(room, (state) => state.matches({ visited: { stream: 'paused' } }));
  const takesEvents = useSelector(room, ({ context: { windows, chosen } }) =>
    windows.some((one) => one.window === chosen && one.takesEvents && one.refused === undefined),
  );
  const composer = useSelector(room, ({ children }) => children.composer);
  const isComposing = useSelector(composer, (state) => state?.matches('open') ?? false);
  return (
    <div className="ads-live-tools" role="toolbar" aria-label={t('live.tools')}>
      <button type="button" className="ads-link-button" aria-pressed={isPaused} onClick={() => room.send({ type: 'pause.toggled' })}>
        {t(isPaused ? 'live.resume' : 'live.pause')}
      </button>
      <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'log.cleared' })}>
        {t('live.clear')}
      </button>
      <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'recording.saveRequested', part: 'current' })}>
        {t('live.save')}
      </button>
      <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'recording.openRequested', part: 'current' })}>
        {t('live.replay')}
      </button>
      {takesEvents && (
        <button
          type="button"
          className="ads-link-button"
          aria-expanded={isComposing}
          onClick={() => composer?.send({ type: 'composer.toggled' })}
        >
          {t('live.send')}
        </button>
      )}
    </div>
  );
}
