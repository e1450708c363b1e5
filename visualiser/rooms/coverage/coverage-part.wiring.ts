import { fromPromise } from 'xstate';
import { coverageMachine } from '#visualiser/machines/coverage.machine.ts';
import type { Coverage } from '../../model/coverage.ts';

/** Loads the report beside the page; null if the build found none. */
async function fetchReport(signal: AbortSignal): Promise<Coverage | null> {
  const response = await fetch('coverage.json', { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`coverage.json: ${response.status}`);
  const content = (await response.json()) as Coverage;
  if (content.format !== 'machine-coverage') throw new Error('coverage.json is no coverage of machines');
  return content;
}

/** The room with its actors. */
export const createCoverageRoom = () =>
  coverageMachine.provide({ actors: { loadCoverage: fromPromise<Coverage | null, undefined>(({ signal }) => fetchReport(signal)) } });
