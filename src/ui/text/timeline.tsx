import { TZDate } from '@date-fns/tz';
import { useState } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from './status-tag.tsx';
import { hourMarks, placeRuns, type TimelineRun } from './timeline-scale.ts';
import '../page/base.css';
import './timeline.css';

export type { TimelineRun } from './timeline-scale.ts';

interface Lane {
  key: string | number;
  title: string;
  runs: readonly TimelineRun[];
}

interface LaneTimelineProps {
  label: string;
  lanes: readonly Lane[];
  /** End of the window, which starts `hours` before. */
  to: Date;
  hours?: number;
  onRun?: (lane: Lane, run: TimelineRun) => void;
}

/** A timeline of runs with one lane per job. A button shows the same content as a table. */
export function LaneTimeline({ label, lanes, to, hours = 24, onRun }: LaneTimelineProps) {
  const t = useText();
  const format = useFormat();
  const [isTable, setIsTable] = useState(false);
  const from = new Date(to.getTime() - hours * 3_600_000);
  const clock = (at: Date) => format.instant(at.toISOString()).slice(11);
  const marks = hourMarks(from, to, 3, (at) => new TZDate(at, format.timezone).getHours());
  const describeRun = (run: TimelineRun) =>
    `${format.instant(run.from, true)} – ${run.to ? format.instant(run.to, true) : t('ui.stillRunning')} · ${run.text}`;

  return (
    <section className="ads-timeline" aria-label={label}>
      <div className="ads-timeline-top">
        <span>{`${format.instant(from.toISOString())} – ${format.instant(to.toISOString())}`}</span>
        <button type="button" className="ads-link-button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'ui.asTimeline' : 'ui.asTable')}
        </button>
      </div>
      {isTable ? (
        <table className="ads-timeline-table">
          <thead>
            <tr>
              <th scope="col">{t('ui.name')}</th>
              <th scope="col">{t('ui.from')}</th>
              <th scope="col">{t('ui.to')}</th>
              <th scope="col">{t('ui.result')}</th>
            </tr>
          </thead>
          <tbody className="ads-numbers">
            {lanes.flatMap((lane) =>
              placeRuns(lane.runs, from, to).map(({ run }) => (
                <tr key={`${lane.key} ${run.id}`}>
                  <th scope="row">{lane.title}</th>
                  <td>{format.instant(run.from, true)}</td>
                  <td>{run.to ? format.instant(run.to, true) : t('ui.stillRunning')}</td>
                  <td>
                    <StatusTag kind={run.kind} text={run.text} />
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      ) : (
        <div className="ads-lanes">
          <div className="ads-lane ads-lane-axis" aria-hidden="true">
            <span className="ads-lane-title" />
            <div className="ads-lane-track">
              {marks.map(({ at, left }) => (
                <span key={at.getTime()} className="ads-lane-hour ads-numbers" style={{ left: `${left}%` }}>
                  {clock(at)}
                </span>
              ))}
            </div>
          </div>
          {lanes.map((lane) => (
            <div key={lane.key} className="ads-lane" role="group" aria-label={lane.title}>
              <span className="ads-lane-title" title={lane.title}>
                {lane.title}
              </span>
              <div className="ads-lane-track">
                {marks.map(({ at, left }) => (
                  <i key={at.getTime()} className="ads-lane-mark" style={{ left: `${left}%` }} />
                ))}
                {placeRuns(lane.runs, from, to).map(({ run, left, width }) => (
                  <button
                    key={run.id}
                    type="button"
                    className={`ads-run ads-run-${run.kind}`}
                    style={{ left: `${left}%`, width: `${width}%` }}
                    title={describeRun(run)}
                    aria-label={describeRun(run)}
                    onClick={() => onRun?.(lane, run)}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
