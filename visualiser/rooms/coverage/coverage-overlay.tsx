import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Coverage } from '#visualiser/machines/coverage.machine.ts';
import type { MachinePlace } from '#visualiser/machines/visualiser-place.ts';
import { computeFigures, findMeasured, getReachedInDrawing } from '../../coverage/figures.ts';
import type { GalleryMachine } from '../../model/gallery.ts';
import { SuiteChoice } from './suite-choice.tsx';
import './coverage.css';

interface OverlayProps {
  room: Coverage | undefined;
  machine: GalleryMachine;
  place: MachinePlace;
}

/** Reached ids to mark in the drawing; undefined if marking is off or nothing was measured. */
export function useReachedIds({ room, machine, place }: OverlayProps): ReadonlySet<string> | undefined {
  const report = useSelector(room, (state) => state?.context.answer);
  const { coverage } = place;
  return useMemo(
    () => (report && coverage ? getReachedInDrawing(machine.chart, findMeasured(report, machine), coverage) : undefined),
    [report, coverage, machine],
  );
}

/** Switches the marking of reached parts, and chooses its suite. */
export function CoverageSwitch({ room, machine, place, reached }: OverlayProps & { reached: ReadonlySet<string> | undefined }) {
  const t = useText();
  const isMissing = useSelector(room, (state) => state?.matches('missing') ?? false);
  const { coverage } = place;
  const figures = useMemo(() => reached && computeFigures(machine.chart, reached), [reached, machine]);
  const chooseSuite = (suite: typeof coverage) => room?.send({ type: 'overlay.chosen', place, suite });
  return (
    <span className="ads-cov-switch">
      <button
        type="button"
        className="ads-link-button"
        aria-pressed={coverage !== undefined}
        onClick={() => chooseSuite(coverage === undefined ? 'all' : undefined)}
      >
        {t('coverage.overlay')}
      </button>
      {coverage !== undefined && <SuiteChoice label={t('coverage.reader')} suite={coverage} onChoose={chooseSuite} />}
      {coverage !== undefined && isMissing && <span role="status">{t('coverage.missing')}</span>}
      {figures && <span role="status">{t('coverage.unreachedCount', { count: figures.unreached.length })}</span>}
    </span>
  );
}
