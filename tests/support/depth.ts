/** Set by `npm run test:deep`, where tests run in their long forms. */
const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The form of a test that every run takes, or the long one. */
export const deep = <Form>(usual: Form, long: Form): Form => (isDeep ? long : usual);

/** Every run takes one of so many, always the same ones; a deep run takes all. */
export const sampled = <One>(all: readonly One[], every: number): One[] => all.filter((_, index) => isDeep || index % every === 0);

/** Random walks of a machine that has promises of its own. */
export const WALKS = deep(1000, 10_000);
