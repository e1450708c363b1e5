/** A check that must pass before a change is merged. */
export interface Gate {
  name: string;
  /** Program below node_modules/.bin or `node`, and its arguments; run from the root of the project. */
  command: readonly [string, ...string[]];
  /** How to fix a failure. */
  fix: string;
}

/** Everything CI runs apart from the tests, started in this order. `npm run verify` runs these and then the tests. */
export const gates: readonly Gate[] = [
  { name: 'lockfile', command: ['node', 'tools/complete-lockfile.mjs', '--check'], fix: 'npm run lockfile' },
  // Several checkers each work out the types that files share: four take more than twice the processor time of one.
  { name: 'types', command: ['tsc', '-p', '.', '--checkers', '1'], fix: 'mend the types named above' },
  {
    name: 'contracts',
    command: ['node', '--import', 'tsx', 'tools/contracts.ts', 'check'],
    fix: 'npm run contracts:generate && npm run openapi, then look at what changed',
  },
  { name: 'lint', command: ['oxlint', '--deny-warnings'], fix: 'npx oxlint --fix, then mend the rest' },
  { name: 'knip', command: ['knip'], fix: 'delete what nobody uses' },
  { name: 'format', command: ['biome', 'check', '.'], fix: 'npx biome check --write .' },
  {
    name: 'machines',
    command: ['node', '--import', 'tsx', 'tools/machines.ts', 'check'],
    fix: 'npm run machines:docs, then look at what changed',
  },
  {
    name: 'releases',
    command: ['node', '--import', 'tsx', 'tools/contracts.ts', 'compare', '--strict'],
    fix: 'keep what consoles in use rely on, or decide otherwise as docs/decisions/0014 says',
  },
];

export interface Outcome {
  gate: Gate;
  ok: boolean;
  seconds: number;
}

/** The table shown at the end, one line per gate. */
export function table(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ gate }) => gate.name.length));
  return outcomes
    .map(
      ({ gate, ok, seconds }) =>
        `${ok ? 'ok  ' : 'FAIL'}  ${gate.name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s${ok ? '' : `  → ${gate.fix}`}`,
    )
    .join('\n');
}
