import type { AccessVerdict } from './access-probes.ts';
import type { FilterVerdict } from './filter-probes.ts';
import type { OrderVerdict } from './order-probes.ts';
import type { Verdict, Verification } from './verify.ts';

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' } as const;
const CALL_COLUMN = 78;

const indent = (lines: readonly string[]): string[] => lines.map((line) => `      ${line}`);

/** States, request and answer of a failed exchange, and where its call is described. */
function formatEvidence({ evidence }: Verdict): string[] {
  if (evidence === undefined) return [];
  const { states, curl, answer, catalogue } = evidence;
  return [
    ...states.map((line) => `state    ${line}`),
    ...(curl === null ? [] : [`request  ${curl}`]),
    ...(answer === null ? [] : answer.split('\n').map((line, index) => `${index === 0 ? 'answer   ' : '         '}${line}`)),
    ...(catalogue === null ? [] : [`see      /contracts/${catalogue}`]),
  ];
}

function formatVerdict(verdict: Verdict): string[] {
  const { outcome, description, call, differences } = verdict;
  const line = `  ${SIGNS[outcome]} ${description}`;
  if (outcome === 'skipped') return [`${line}  (${differences.join('; ')})`];
  return [`${line.padEnd(CALL_COLUMN)} ${call}`, ...indent(differences), ...(verdict.isMissing ? [] : indent(formatEvidence(verdict)))];
}

/** Calls that the backend does not have, each once. */
const listMissingCalls = ({ interactions }: Verification): string[] => [
  ...new Set(interactions.filter(({ isMissing }) => isMissing).map(({ call }) => call)),
];

function formatMissing(verification: Verification): string[] {
  const calls = listMissingCalls(verification);
  if (calls.length === 0) return [];
  const exchanges = verification.interactions.filter(({ isMissing }) => isMissing).length;
  return [
    [`not built yet: ${calls.length} calls with ${exchanges} of the failed exchanges`, ...calls.map((call) => `  ${call}`)].join('\n'),
  ];
}

export const countUnprotected = ({ access = [] }: Verification): number =>
  access.filter(({ differences }) => differences.length > 0).length;

function formatAccess(verification: Verification): string[] {
  const { access } = verification;
  if (access === undefined) return [];
  const probes = access.reduce((sum, one) => sum + one.probes, 0);
  const wrong = access.filter(({ differences }) => differences.length > 0);
  const lines = wrong.flatMap(({ call, endpoint, differences }) => [
    `  ✗ ${call}  (/contracts/#/calls/${endpoint})`,
    ...indent(differences),
  ]);
  const end = `access: ${access.length - wrong.length} of ${access.length} calls refuse those who may not make them (${probes} requests)`;
  return [[...lines, end].join('\n')];
}

export const countIgnoredFilters = ({ filters = [] }: Verification): number =>
  filters.reduce((sum, { ignored }) => sum + ignored.length, 0);

function formatFilters(verification: Verification): string[] {
  const { filters } = verification;
  if (filters === undefined) return [];
  const all = filters.reduce((sum, one) => sum + one.filters, 0);
  const lines = filters
    .filter(({ ignored }) => ignored.length > 0)
    .map(
      ({ call, endpoint, ignored }) =>
        `  ✗ ${call}  (/contracts/#/calls/${endpoint})\n      no value changes which rows come: ${ignored.join(', ')}`,
    );
  const end = `filters: ${all - countIgnoredFilters(verification)} of ${all} filters of ${filters.length} lists choose rows`;
  return [[...lines, end].join('\n')];
}

export const countUnordered = ({ orders = [] }: Verification): number => orders.filter(({ differences }) => differences.length > 0).length;

function formatOrders(verification: Verification): string[] {
  const { orders } = verification;
  if (orders === undefined) return [];
  const wrong = orders.filter(({ differences }) => differences.length > 0);
  const lines = wrong.flatMap(({ call, endpoint, differences }) => [
    `  ✗ ${call}  (/contracts/#/calls/${endpoint})`,
    ...indent(differences),
  ]);
  const shown = orders.filter(({ answers }) => answers > 0).length;
  const end = `orders: ${shown - wrong.length} of ${shown} lists with two rows or more stand in the declared order`;
  return [[...lines, end].join('\n')];
}

/** `212 passed, 1 failed, 5 skipped` */
export const formatCounts = ({ counts: { passed, failed, skipped } }: Verification): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** A summary for people: by pact, one line per exchange with its differences below. `quiet` leaves out exchanges that passed. */
export function formatSummary(verification: Verification, { quiet = false } = {}): string {
  const { interactions, baseUrl, pactSet, took } = verification;
  const shown = quiet ? interactions.filter(({ outcome }) => outcome === 'failed') : interactions;
  const resources = [...new Set(shown.map(({ resource }) => resource))];
  const blocks = resources.map((resource) =>
    [resource, ...shown.filter((one) => one.resource === resource).flatMap(formatVerdict)].join('\n'),
  );
  const end = `${baseUrl} against the contracts of ${pactSet}: ${formatCounts(verification)} (${(took / 1000).toFixed(1)} s)`;
  return `${[...blocks, ...formatMissing(verification), ...formatAccess(verification), ...formatFilters(verification), ...formatOrders(verification), end].join('\n\n')}\n`;
}

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that XML does not allow.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

function formatCase(verdict: Verdict): string {
  const { resource, description, outcome, differences } = verdict;
  const head = `    <testcase classname="${escapeXml(resource)}" name="${escapeXml(description)}"`;
  const words = [...differences, ...formatEvidence(verdict)].join('\n');
  if (outcome === 'passed') return `${head}/>`;
  if (outcome === 'skipped') return `${head}><skipped message="${escapeXml(words)}"/></testcase>`;
  return `${head}><failure message="${escapeXml(differences[0] ?? '')}">${escapeXml(words)}</failure></testcase>`;
}

/** A call whose access was asked, as a test case of its own. */
function formatAccessCase({ call, differences }: AccessVerdict): string {
  const head = `    <testcase classname="access" name="${escapeXml(call)}"`;
  if (differences.length === 0) return `${head}/>`;
  return `${head}><failure message="${escapeXml(differences[0] ?? '')}">${escapeXml(differences.join('\n'))}</failure></testcase>`;
}

/** A list call whose filters were asked, as a test case of its own. */
function formatFilterCase({ call, ignored }: FilterVerdict): string {
  const head = `    <testcase classname="filters" name="${escapeXml(call)}"`;
  return ignored.length === 0 ? `${head}/>` : `${head}><failure message="${escapeXml(`ignores ${ignored.join(', ')}`)}"/></testcase>`;
}

/** A list call whose order was asked, as a test case of its own. */
function formatOrderCase({ call, differences }: OrderVerdict): string {
  const head = `    <testcase classname="orders" name="${escapeXml(call)}"`;
  return differences.length === 0 ? `${head}/>` : `${head}><failure message="${escapeXml(differences.join('\n'))}"/></testcase>`;
}

/** A JUnit report for build servers. */
export function formatJunit(verification: Verification): string {
  const { interactions, counts, startedAt, took, provider, access = [], filters = [], orders = [] } = verification;
  const failures =
    counts.failed +
    countUnprotected(verification) +
    countUnordered(verification) +
    filters.filter(({ ignored }) => ignored.length > 0).length;
  const seconds = (took / 1000).toFixed(3);
  const numbers = `tests="${interactions.length + access.length + filters.length + orders.length}" failures="${failures}" skipped="${counts.skipped}" errors="0" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="${escapeXml(provider)}" timestamp="${startedAt}" ${numbers}>`,
    ...interactions.map(formatCase),
    ...access.map(formatAccessCase),
    ...filters.map(formatFilterCase),
    ...orders.map(formatOrderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
