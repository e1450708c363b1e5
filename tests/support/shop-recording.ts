import { type AnyActorRef, assign, createActor, setup } from 'xstate';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { checkout } from '#visualiser/fixtures/checkout.ts';
import { buildChart } from '#visualiser/model/build-chart.ts';
import { computeMachinePrint } from '#visualiser/model/ids.ts';
import type { RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { record } from '#visualiser/recorder/record.ts';
import { settled } from './stage.ts';

/** Part of every recording of the shop; it must never be shown. */
export const SHOP_SECRET = 'open-sesame-4711';

const shop = setup({
  types: {} as {
    context: { visitor: { name: string; password: string }; paid: number };
    events: { type: 'CHECKOUT.PAID' } | { type: 'VISITOR.NAMED'; name: string };
  },
  actors: { checkout, theme: themeMachine.provide({ actions: { paint: () => {}, storeTheme: () => {} } }) },
}).createMachine({
  id: 'shop',
  context: { visitor: { name: '', password: SHOP_SECRET }, paid: 0 },
  invoke: [
    { id: 'checkout', src: 'checkout' },
    { id: 'theme', src: 'theme', input: { isDark: false } },
  ],
  initial: 'open',
  states: {
    open: {
      on: {
        'VISITOR.NAMED': { actions: assign(({ context, event }) => ({ visitor: { ...context.visitor, name: event.name } })) },
        'CHECKOUT.PAID': { target: 'thanking', actions: assign(({ context }) => ({ paid: context.paid + 1 })) },
      },
    },
    thanking: {},
  },
});

/**
 * The recording of a shop: a visitor is named and buys something, and the theme becomes dark. The gallery knows the machine `theme`; the
 * recording contains `shop` and, by default, `checkout`.
 */
export async function shopRecording({ withCheckout = true } = {}): Promise<Recording> {
  let time = 0;
  const entries: RecordedEntry[] = [];
  const root = createActor(shop);
  const recorder = record(root, { now: () => time, onEntries: (more) => entries.push(...more), scheduleFlush: () => undefined });
  root.start();
  const { checkout: sale, theme } = root.getSnapshot().children;
  const happenings: [to: AnyActorRef | undefined, event: { type: string }][] = [
    [root, { type: 'VISITOR.NAMED', name: 'Li' } as { type: string }],
    [sale, { type: 'ADD' }],
    [sale, { type: 'SHOUTED' }],
    [sale, { type: 'PAY' }],
    [sale, { type: 'ADDRESS' }],
    [theme, { type: 'theme.toggled' }],
    [sale, { type: 'CARD' }],
  ];
  for (const [to, event] of happenings) {
    time += 250;
    to?.send(event);
    await settled();
  }
  recorder.flush();
  recorder.stop();
  root.stop();
  const known = withCheckout ? [shop, checkout] : [shop];
  return {
    format: 'xstate-recording',
    version: 1,
    title: 'A shop',
    startedAt: '2026-03-04T05:06:07.000Z',
    charts: Object.fromEntries(known.map((machine) => [computeMachinePrint(machine), buildChart(machine)])),
    entries,
  };
}
