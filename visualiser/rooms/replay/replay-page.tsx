import type { Replay } from '#machines/visualiser/replay.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** A recording that was opened, and where in it the reader stands. */
export function ReplayPage(_props: { room: Replay }) {
  const t = useText();
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('replay.heading')}</h1>
    </main>
  );
}
