import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files of one project may share a process and then run in sequence. The first projects wait longest. */
const PROJECTS = ['faults', 'pages', 'pages-together', 'unit', 'pacts', 'journeys'];

/** The files that `npm test` reported as slowest. Others are ordered by their size. */
const LONGEST = [
  'tools/commands.test.ts',
  'server/provider-states/verify.test.ts',
  'tools/contracts/verify.test.ts',
  'tests/permissions/permission-matrix.test.ts',
  'tests/architecture/reachability.test.ts',
  'server/domain/ads/publishing/execution.test.ts',
  'tools/contracts/broker-commands.test.ts',
  'server/seed/demo-launches.test.ts',
  'server/domain/ads/publishing/copies.test.ts',
  'contracts/sets/compare.test.ts',
  'server/domain/people/session.test.ts',
  'server/domain/workbench/views.test.ts',
  'tests/permissions/foreign-ids.test.ts',
  'server/domain/assets/ad-accounts.test.ts',
  'tests/contracts/catalogue.test.ts',
  'tests/permissions/escalations.test.ts',
  'tests/faults/start.test.ts',
  'tests/faults/crash.test.ts',
  'tests/faults/bad-bodies.test.ts',
  'tests/faults/uploads.test.ts',
  'tests/faults/pausing.test.ts',
  'tests/journeys/axe-launches.test.ts',
  'tests/journeys/uploads.test.ts',
  'tests/journeys/axe.test.ts',
  'tests/journeys/connections.test.ts',
  'tests/journeys/contract-catalogue.test.ts',
  'tests/journeys/axe-assets.test.ts',
  'tests/journeys/workspace.test.ts',
  'tests/journeys/daily-work.test.ts',
  'tests/journeys/visualiser-live.test.ts',
  'tests/journeys/releases.test.ts',
  'tests/journeys/shell.test.ts',
  'tests/journeys/other-tabs.test.ts',
  'tests/journeys/publishing.test.ts',
  'tests/journeys/damaged-browser.test.ts',
  'tests/journeys/materials.test.ts',
  'tests/journeys/launches.test.ts',
  'tests/journeys/batches.test.ts',
  'tests/journeys/forms.test.ts',
  'tests/journeys/account-changes.test.ts',
  'tests/journeys/palette.test.ts',
  'tests/journeys/accounts.test.ts',
  'tests/journeys/session.test.ts',
  'tests/journeys/posts.test.ts',
];

const root = path.resolve(import.meta.dirname, '..');
const placeIn = <One>(list: readonly One[], one: One): number => (list.includes(one) ? list.indexOf(one) : list.length);

/** A process is only shared by files of one environment, so those that may share one are kept together. */
const environmentOf = ({ project, moduleId }: TestSpecification): number =>
  project.config.isolate || readFileSync(moduleId, 'utf8').includes('@vitest-environment happy-dom') ? 0 : 1;

/** Long files start first, so that no process works alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({
      file,
      project: placeIn(PROJECTS, file.project.name),
      environment: environmentOf(file),
      place: placeIn(LONGEST, path.relative(root, file.moduleId).replaceAll(path.sep, '/')),
      size: statSync(file.moduleId).size,
    }));
    return ranked
      .toSorted(
        (one, other) =>
          one.project - other.project || one.environment - other.environment || one.place - other.place || other.size - one.size,
      )
      .map(({ file }) => file);
  }
}
