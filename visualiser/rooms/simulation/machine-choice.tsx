import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { rangesOf, termsOf } from '#src/ui/list/search-terms.ts';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import type { Simulation } from '#visualiser/machines/simulation.machine.ts';
import { toHash } from '#visualiser/machines/visualiser-place.ts';
import { useGallery } from '../../site/gallery-provider.tsx';
import { OpenScenario } from './open-scenario.tsx';

/** Lets the user choose the machine to simulate. */
export function MachineChoice({ room }: { room: Simulation }) {
  const t = useText();
  const { groups } = useGallery();
  const query = useSelector(room, (state) => state.context.query);
  const terms = termsOf(query);
  const shown = groups
    .flatMap(({ name, machines }) =>
      machines.map((machine) => ({ machine, text: `${name} ${machine.chart.id} ${machine.chart.description ?? ''}` })),
    )
    .filter(({ text }) => terms.every((term) => text.toLowerCase().includes(term)));
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('simulation.heading')}</h1>
      <p>{t('simulation.about')}</p>
      <OpenScenario room={room} />
      <div className="ads-sim-search" role="search">
        <input
          type="search"
          aria-label={t('simulation.search')}
          placeholder={t('simulation.search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => room.send({ type: 'search.changed', query: event.target.value })}
        />
        <span role="status">{t('simulation.machines', { count: shown.length })}</span>
      </div>
      <ul className="ads-vis-cards">
        {shown.map(({ machine: { key, chart } }) => (
          <li key={key}>
            <a className="ads-vis-card" href={toHash({ kind: 'simulation', key })}>
              <strong>
                <MarkedText text={chart.id} ranges={rangesOf(chart.id, terms)} />
              </strong>
              {chart.description && (
                <span>
                  <MarkedText text={chart.description} ranges={rangesOf(chart.description, terms)} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
