import { assign, setup } from 'xstate';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** What can be named by its id. */
export type NamedKind = 'personal_account' | 'ad_account' | 'homepage' | 'pixel' | 'site' | 'user';

interface NamesWanted {
  kind: NamedKind;
  ids: number[];
}

/** By kind and id; null is what the reader may not see. */
export type KnownNames = Partial<Record<NamedKind, Record<number, string | null>>>;

export type NamesEvent = { type: 'names.wanted' } & NamesWanted;

/** Told upwards: these are not there for this reader; a filter that names one is to be dropped. */
export type NamesFact = { type: 'assetNames.missed' } & NamesWanted;

interface NamesContext {
  queue: NamesWanted[];
  answer: KnownNames | undefined;
}

interface NamesAnswer {
  found: { id: number; label: string }[];
}

const unknownOf = ({ answer, queue }: NamesContext, { kind, ids }: NamesWanted): number[] => {
  const asked = queue.filter((one) => one.kind === kind).flatMap((one) => one.ids);
  return ids.filter((id) => answer?.[kind]?.[id] === undefined && !asked.includes(id));
};

const missedOf = ({ queue: [asked] }: NamesContext, { found }: NamesAnswer): NamesWanted => ({
  kind: asked?.kind ?? 'user',
  ids: asked?.ids.filter((id) => !found.some((one) => one.id === id)) ?? [],
});

/** Names of what was chosen before its list of choices was opened: an address, a draft and a saved view hold ids only. */
export const assetNames = setup({
  types: {} as { context: NamesContext; events: NamesEvent; tags: 'busy' },
  actors: { loadNames: missingActor<NamesAnswer['found'], NamesWanted>('loadNames') },
  guards: {
    isUnknown: ({ context }, wanted: NamesWanted) => unknownOf(context, wanted).length > 0,
    hasMissed: ({ context }, answer: NamesAnswer) => missedOf(context, answer).ids.length > 0,
    hasMore: ({ context }) => context.queue.length > 0,
  },
  actions: {
    enqueue: assign(({ context }, { kind, ids }: NamesWanted) => ({
      queue: [...context.queue, { kind, ids: unknownOf(context, { kind, ids }) }],
    })),
    keepNames: assign(({ context }, { found }: NamesAnswer) => {
      const [asked, ...queue] = context.queue;
      if (!asked) return {};
      const named = asked.ids.map((id) => [id, found.find((one) => one.id === id)?.label ?? null]);
      return { queue, answer: { ...context.answer, [asked.kind]: { ...context.answer?.[asked.kind], ...Object.fromEntries(named) } } };
    }),
    dropQueue: assign({ queue: [] }),
    tellMissed: tell<NamesContext, NamesAnswer>((context, answer) => ({ type: 'assetNames.missed', ...missedOf(context, answer) })),
  },
}).createMachine({
  id: 'assetNames',
  description: 'Names of what was chosen before its list of choices was opened.',
  context: { queue: [], answer: undefined },
  initial: 'resting',
  states: {
    resting: {
      description: 'Every name that was wanted is known, or could not be had.',
      on: {
        'names.wanted': {
          guard: { type: 'isUnknown', params: ({ event }) => event },
          target: 'asking',
          actions: { type: 'enqueue', params: ({ event }) => event },
        },
      },
    },
    asking: {
      description: 'One kind at a time.',
      tags: 'busy',
      on: {
        'names.wanted': {
          guard: { type: 'isUnknown', params: ({ event }) => event },
          actions: { type: 'enqueue', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'loadNames',
        src: 'loadNames',
        // Entered only with something that is wanted.
        input: ({ context }) => context.queue[0] as NamesWanted,
        onDone: [
          {
            guard: { type: 'hasMissed', params: ({ event }) => ({ found: event.output }) },
            target: 'judging',
            actions: [
              { type: 'tellMissed', params: ({ event }) => ({ found: event.output }) },
              { type: 'keepNames', params: ({ event }) => ({ found: event.output }) },
            ],
          },
          { target: 'judging', actions: { type: 'keepNames', params: ({ event }) => ({ found: event.output }) } },
        ],
        // A name is a comfort: who looks again asks again.
        onError: { target: 'resting', actions: 'dropQueue' },
      },
    },
    judging: {
      description: 'Whether more names are wanted.',
      always: [{ guard: 'hasMore', target: 'asking' }, { target: 'resting' }],
    },
  },
});
