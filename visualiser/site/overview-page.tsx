import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { countStates, useGallery } from './gallery-provider.tsx';
import { KeyHints } from './key-hints.tsx';

function Card({ machine: { key, chart, isDrawingOnly = false } }: { machine: GalleryMachine }) {
  const t = useText();
  return (
    <li className="ads-vis-tryable">
      <a className="ads-vis-card" href={toHash(createMachinePlace(key))}>
        <strong>{chart.id}</strong>
        {chart.description && <span>{chart.description}</span>}
        <small className="ads-numbers">
          {t('visualiser.size', { states: countStates(chart.root), transitions: chart.transitions.length })}
        </small>
      </a>
      {!isDrawingOnly && (
        <a
          className="ads-vis-link ads-vis-try"
          href={toHash({ kind: 'simulation', key })}
          aria-label={t('simulation.tryMachine', { machine: chart.id })}
        >
          {t('simulation.try')}
        </a>
      )}
    </li>
  );
}

/** Names what cannot be shown, and why. */
function Problems({ problems }: { problems: NonNullable<Gallery['problems']> }) {
  const t = useText();
  return (
    <Remark kind="warn" title={t('visualiser.problems', { count: problems.length })}>
      <ul className="ads-vis-plain">
        {problems.map(({ at, message }) => (
          <li key={`${at} ${message}`}>
            <span className="ads-vis-code">{at}</span> {message}
          </li>
        ))}
      </ul>
    </Remark>
  );
}

/** All machines with their descriptions. */
export function OverviewPage() {
  const t = useText();
  const { gallery, groups } = useGallery();
  const ungrouped = groups.filter(({ name }) => name === '').flatMap(({ machines }) => machines);
  const sections = [
    ...(ungrouped.length > 0 ? [{ name: t('visualiser.lone'), machines: ungrouped }] : []),
    ...groups.filter(({ name }) => name !== ''),
  ];
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('visualiser.overview')}</h1>
      <p>{t('visualiser.overviewText', { project: gallery.name })}</p>
      {gallery.problems && <Problems problems={gallery.problems} />}
      <KeyHints />
      {sections.map(({ name, machines }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul className="ads-vis-cards">
            {machines.map((machine) => (
              <Card key={machine.key} machine={machine} />
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
