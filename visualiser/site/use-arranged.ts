import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { type Arranging, arrangingMachine, type Drawable, type Figure } from '#visualiser/machines/arranging.machine.ts';
import type { Layout } from '../model/chart.ts';
import { fileBeside } from './files.wiring.ts';

async function layoutFor({ of, collapsed }: Figure, signal: AbortSignal): Promise<Layout> {
  if ('isLaidOut' in of && of.isLaidOut && collapsed.length === 0) return await fileBeside<Layout>(`layouts/${of.key}.json`, signal);
  // What lays out is larger than everything else together.
  const { computeLayout } = await import('../layout/compute-layout.ts');
  return await computeLayout(of.chart, { collapsed: new Set(collapsed) });
}

/** What arranges charts, as the page composes it: from the layouts beside the page, or by itself. */
export const arrangingPart = arrangingMachine.provide({
  actors: {
    arrange: fromPromise<Layout, { figure: Figure | undefined }>(async ({ input: { figure }, signal }) => {
      if (!figure) throw new Error('there is nothing to be drawn');
      return await layoutFor(figure, signal);
    }),
  },
});

/** A chart in its layout, as a stage wants it. */
export interface Arranged {
  /** Undefined until the first one is there. */
  layout: Layout | undefined;
  isArranging: boolean;
  failure: { message: string } | undefined;
  onRetry: () => void;
}

/** What is arranged of this chart; nothing, while another one is. */
export function useArrangement(arranging: Arranging | undefined, { chart }: Drawable): Arranged {
  const layout = useSelector(arranging, (state) => (state?.context.drawing?.of.chart === chart ? state.context.drawing.layout : undefined));
  const isArranging = useSelector(arranging, (state) => state?.matches('arranging') ?? false);
  const failure = useSelector(arranging, (state) => (state?.matches('failed') ? state.context.failure : undefined));
  const onRetry = useCallback(() => arranging?.send({ type: 'drawing.retried' }), [arranging]);
  return { layout, isArranging, failure, onRetry };
}

/**
 * The layout of a machine or of a bare chart, wherever it is drawn, and the means to fold its states; it is unfolded when another one
 * comes. Charts are told apart by identity: the same one must not be made anew whenever the view is.
 */
export function useArranged(drawable: Drawable): Arranged & { onToggle: (state: string) => void } {
  const { chart } = drawable;
  const arranging = useActorRef(arrangingPart, { input: { figure: { of: drawable, collapsed: [] } } });
  useEffect(() => {
    if (arranging.getSnapshot().context.figure?.of.chart !== chart) {
      arranging.send({ type: 'figure.arrived', figure: { of: drawable, collapsed: [] } });
    }
  }, [arranging, chart, drawable]);
  const onToggle = useCallback((id: string) => arranging.send({ type: 'state.toggled', id }), [arranging]);
  return { ...useArrangement(arranging, drawable), onToggle };
}
