/** Set by `npm run test:deep`, which runs tests in their long forms. */
const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The usual form of a test, or the long one in a deep run. */
export const deep = <Form>(usual: Form, long: Form): Form => (isDeep ? long : usual);

/** Every nth entry from the first one on, always the same ones; all of them in a deep run. */
export const sampled = <One>(all: readonly One[], every: number, first = 0): One[] =>
  all.filter((_, index) => isDeep || index % every === first);

/** Number of random walks through a machine that makes promises of its own. */
export const WALKS = deep(1000, 10_000);
