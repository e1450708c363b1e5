import type { Simulation } from '#machines/visualiser/simulation.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** A machine that is tried out with actors that are only played. */
export function SimulationPage(_props: { room: Simulation }) {
  const t = useText();
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('simulation.heading')}</h1>
    </main>
  );
}
