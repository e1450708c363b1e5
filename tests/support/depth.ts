/** Set by `npm run test:deep`, which runs tests in their long forms. */
const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The usual form of a test, or the long one in a deep run. */
export const deep = <Form>(usual: Form, long: Form): Form => (isDeep ? long : usual);

/** Every nth entry, always the same ones; all of them in a deep run. */
export const sampled = <One>(all: readonly One[], every: number): One[] => all.filter((_, index) => isDeep || index % every === 0);

/** Number of random walks through a machine that makes promises of its own. */
export const WALKS = deep(1000, 10_000);
