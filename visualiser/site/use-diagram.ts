import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { type Diagram, type Drawable, diagramMachine, type Figure } from '#visualiser/machines/diagram.machine.ts';
import type { Layout } from '../model/chart.ts';
import { fetchJson } from './files.wiring.ts';

async function loadLayout({ source, collapsed }: Figure, signal: AbortSignal): Promise<Layout> {
  if ('isLaidOut' in source && source.isLaidOut && collapsed.length === 0)
    return await fetchJson<Layout>(`layouts/${source.key}.json`, signal);
  // The layout engine is larger than the rest of the page, so it is loaded on demand.
  const { computeLayout } = await import('../layout/compute-layout.ts');
  return await computeLayout(source.chart, { collapsed: new Set(collapsed) });
}

/** The diagram machine with its actor: uses precomputed layouts, or computes them. */
export const diagramPart = diagramMachine.provide({
  actors: {
    computeLayout: fromPromise<Layout, { figure: Figure | undefined }>(async ({ input: { figure }, signal }) => {
      if (!figure) throw new Error('there is nothing to be drawn');
      return await loadLayout(figure, signal);
    }),
  },
});

/** A diagram for a stage. */
export interface DiagramState {
  /** Undefined until the first layout is ready. */
  layout: Layout | undefined;
  isComputing: boolean;
  failure: { message: string } | undefined;
  onRetry: () => void;
}

/** The state of a diagram, if it shows this chart. */
export function useDiagramState(diagram: Diagram | undefined, { chart }: Drawable): DiagramState {
  const layout = useSelector(diagram, (state) =>
    state?.context.drawing?.source.chart === chart ? state.context.drawing.layout : undefined,
  );
  const isComputing = useSelector(diagram, (state) => state?.matches('computingLayout') ?? false);
  const failure = useSelector(diagram, (state) => (state?.matches('failed') ? state.context.failure : undefined));
  const onRetry = useCallback(() => diagram?.send({ type: 'layout.retried' }), [diagram]);
  return { layout, isComputing, failure, onRetry };
}

/**
 * The layout of a gallery machine or a bare chart, with collapsible states. Another chart starts expanded. Charts are compared by identity,
 * so the caller must not create a new one on every render.
 */
export function useDiagram(drawable: Drawable): DiagramState & { onToggle: (state: string) => void } {
  const { chart } = drawable;
  const diagram = useActorRef(diagramPart, { input: { figure: { source: drawable, collapsed: [] } } });
  useEffect(() => {
    if (diagram.getSnapshot().context.figure?.source.chart !== chart) {
      diagram.send({ type: 'figure.changed', figure: { source: drawable, collapsed: [] } });
    }
  }, [diagram, chart, drawable]);
  const onToggle = useCallback((id: string) => diagram.send({ type: 'state.toggled', id }), [diagram]);
  return { ...useDiagramState(diagram, drawable), onToggle };
}
