import { fromPromise } from 'xstate';
import { coverageMachine } from '#visualiser/machines/coverage.machine.ts';
import type { Coverage } from '../../model/coverage.ts';
import { fetchOptionalJson } from '../../site/files.wiring.ts';

/** Loads the report beside the page; null if the build found none. */
async function fetchReport(signal: AbortSignal): Promise<Coverage | null> {
  const content = await fetchOptionalJson<Coverage>('coverage.json', signal);
  if (content === undefined) return null;
  if (content.format !== 'machine-coverage') throw new Error('coverage.json is no coverage of machines');
  return content;
}

/** The room with its actors. */
export const createCoverageRoom = () =>
  coverageMachine.provide({ actors: { loadCoverage: fromPromise<Coverage | null, undefined>(({ signal }) => fetchReport(signal)) } });
