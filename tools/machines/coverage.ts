import { addRatios, buildRows, type Ratio, SUITES, toPercent } from '#visualiser/coverage/figures.ts';
import { isPartial } from '#visualiser/coverage/merge-coverage.ts';
import { prose, table } from '#visualiser/export/markdown.ts';
import type { Coverage, SuiteFilter } from '#visualiser/model/coverage.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';

const HEADS: Record<SuiteFilter, string> = { all: 'any test', unit: 'unit tests', paths: 'paths', browser: 'browser tests' };

const share = (figure: Ratio): string => `${figure.reached} of ${figure.all}`;
const percent = (figure: Ratio): string => `${toPercent(figure)} %`;

function totalsOf({ machines }: Gallery, coverage: Coverage, reader: SuiteFilter) {
  const rows = buildRows(machines, coverage, reader);
  return { states: addRatios(rows.map(({ states }) => states)), transitions: addRatios(rows.map(({ transitions }) => transitions)) };
}

const partialText = ({ files: { all, told } }: Coverage): string => `partial: ${told} of ${all} files of tests told what they reached`;

/** The totals in one line. */
export function coverageSummary(gallery: Gallery, coverage: Coverage): string {
  const { states, transitions } = totalsOf(gallery, coverage, 'all');
  const suites = SUITES.map((suite) => {
    const totals = totalsOf(gallery, coverage, suite);
    return `${HEADS[suite]} ${percent(addRatios([totals.states, totals.transitions]))}`;
  });
  return [
    `machines: ${share(states)} states and ${share(transitions)} transitions reached`,
    `(${suites.join(', ')})`,
    ...(isPartial(coverage) ? [partialText(coverage)] : []),
  ].join(' ');
}

/** The reached and missing parts of every machine, in Markdown. */
export function coverageText(gallery: Gallery, coverage: Coverage): string {
  const { machines } = gallery;
  const rows = buildRows(machines, coverage, 'all');
  const readers: readonly SuiteFilter[] = ['all', ...SUITES];
  const missing = (reader: SuiteFilter): string[] => {
    const lines = buildRows(machines, coverage, reader)
      .filter(({ unreached }) => unreached.length > 0)
      .flatMap(({ machine: { key }, unreached, isMeasured }) => [
        `- ${prose(key)}${isMeasured ? '' : ' (no test that was run knows it as it is)'}`,
        ...unreached.map((id) => `  - \`${id}\``),
      ]);
    return lines.length > 0 ? lines : ['Nothing.'];
  };
  return [
    `# What the tests reach of the machines of ${prose(gallery.name)}`,
    '',
    'Written by `npm run machines:coverage`. Paths are machines that are computed step by step without running; in unit and browser tests they run.',
    ...(isPartial(coverage) ? ['', `**This is ${partialText(coverage)}.**`] : []),
    '',
    table(
      ['reached by', 'states', 'transitions'],
      readers.map((reader) => {
        const { states, transitions } = totalsOf(gallery, coverage, reader);
        return [HEADS[reader], `${share(states)} (${percent(states)})`, `${share(transitions)} (${percent(transitions)})`];
      }),
    ),
    '',
    table(
      ['machine', 'states', 'transitions', ...SUITES.map((suite) => HEADS[suite])],
      rows.map(({ machine, states, transitions, bySuite }) => [
        prose(machine.key),
        share(states),
        share(transitions),
        ...SUITES.map((suite) => percent(bySuite[suite])),
      ]),
    ),
    '',
    '## Reached by no test',
    '',
    ...missing('all'),
    '',
    ...SUITES.flatMap((suite) => [
      `<details>\n<summary>Not reached by ${HEADS[suite]}</summary>\n`,
      ...missing(suite),
      '',
      '</details>',
      '',
    ]),
  ].join('\n');
}
