import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import { Splitter } from '../site/splitter.tsx';
import { ActorTree } from './actor-tree.tsx';
import { ChartPane } from './chart-pane.tsx';
import { Inspector } from './inspector.tsx';
import { RecordPane } from './record-pane.tsx';
import { Transport } from './transport.tsx';
import { useMoment } from './use-moment.ts';
import './trace.css';

interface TraceViewProps {
  trace: Trace;
  /** Tools of the room, shown beside the playback controls. */
  tools?: ReactNode;
}

/** A trace: actors, chart, details and log at the moment of the cursor. */
export function TraceView({ trace, tools }: TraceViewProps) {
  const t = useText();
  const moment = useMoment(trace);
  return (
    <div className="ads-trace">
      <Transport trace={trace} moment={moment} tools={tools} />
      <ActorTree trace={trace} moment={moment} />
      <ChartPane trace={trace} moment={moment} />
      <Inspector trace={trace} moment={moment} />
      <RecordPane trace={trace} moment={moment} />
      <Splitter pane={t('trace.tree')} variable="--ads-trace-tree" edge="left" />
      <Splitter pane={t('trace.details')} variable="--ads-trace-side" edge="right" />
      <Splitter pane={t('trace.record')} variable="--ads-trace-record" edge="bottom" />
    </div>
  );
}
