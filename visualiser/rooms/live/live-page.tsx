import type { Live } from '#machines/visualiser/live.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Pages of this browser that are watched while they run. */
export function LivePage(_props: { room: Live }) {
  const t = useText();
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('live.heading')}</h1>
    </main>
  );
}
