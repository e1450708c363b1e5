import { assign, setup } from 'xstate';
import { tell } from '../kernel/tell.ts';
import type { PixelRow, TestResult } from './pixel-rules.ts';

export type ShownPixelEvent = { type: 'pixel.opened'; row: PixelRow } | { type: 'pixel.closed' };

/** The pixel whose code and installation are on the screen. */
export const shownPixel = setup({
  types: {} as { context: { row: PixelRow | undefined }; events: ShownPixelEvent },
  actions: {
    show: assign((_, { row }: { row: PixelRow }) => ({ row })),
    hide: assign({ row: undefined }),
  },
}).createMachine({
  id: 'shownPixel',
  description: 'The pixel whose code and installation are on the screen.',
  context: { row: undefined },
  on: {
    'pixel.opened': { actions: { type: 'show', params: ({ event }) => event } },
    'pixel.closed': { actions: 'hide' },
  },
});

interface TestAnswerContext {
  /** The channel's answer; a page's memo does not keep it. */
  answer: TestResult | undefined;
}

export type TestAnswerEvent =
  | { type: 'test.answered'; tested: TestResult }
  | { type: 'test.read' }
  /** Sends the last test event again. */
  | { type: 'test.repeated' };

export type TestAnswerFact = { type: 'testAnswer.repeated'; tested: TestResult };

/** The channel's answer to the last test event, until it is read. */
export const testAnswer = setup({
  types: {} as { context: TestAnswerContext; events: TestAnswerEvent; emitted: TestAnswerFact },
  guards: { hasAnswer: ({ context }) => context.answer !== undefined },
  actions: {
    keepAnswer: assign((_, { tested }: { tested: TestResult }) => ({ answer: tested })),
    forgetAnswer: assign({ answer: undefined }),
    tellRepeated: tell<TestAnswerContext>(({ answer }) => ({ type: 'testAnswer.repeated', tested: answer })),
  },
}).createMachine({
  id: 'testAnswer',
  description: "The channel's answer to the last test event, until it is read.",
  context: { answer: undefined },
  on: {
    'test.answered': { actions: { type: 'keepAnswer', params: ({ event }) => event } },
    'test.read': { actions: 'forgetAnswer' },
    'test.repeated': { guard: 'hasAnswer', actions: ['tellRepeated', 'forgetAnswer'] },
  },
});
