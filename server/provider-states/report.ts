import type { Verdict, Verification } from './verify.ts';

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' } as const;
const CALL_COLUMN = 78;

const indent = (lines: readonly string[]): string[] => lines.map((line) => `      ${line}`);

function formatVerdict({ outcome, description, call, differences }: Verdict): string[] {
  const line = `  ${SIGNS[outcome]} ${description}`;
  if (outcome === 'skipped') return [`${line}  (${differences.join('; ')})`];
  return [`${line.padEnd(CALL_COLUMN)} ${call}`, ...indent(differences)];
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
  return `${[...blocks, end].join('\n\n')}\n`;
}

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that XML does not allow.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

function formatCase({ resource, description, outcome, differences }: Verdict): string {
  const head = `    <testcase classname="${escapeXml(resource)}" name="${escapeXml(description)}"`;
  const words = differences.join('\n');
  if (outcome === 'passed') return `${head}/>`;
  if (outcome === 'skipped') return `${head}><skipped message="${escapeXml(words)}"/></testcase>`;
  return `${head}><failure message="${escapeXml(differences[0] ?? '')}">${escapeXml(words)}</failure></testcase>`;
}

/** A JUnit report for build servers. */
export function formatJunit({ interactions, counts, startedAt, took, provider }: Verification): string {
  const seconds = (took / 1000).toFixed(3);
  const numbers = `tests="${interactions.length}" failures="${counts.failed}" skipped="${counts.skipped}" errors="0" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="${escapeXml(provider)}" timestamp="${startedAt}" ${numbers}>`,
    ...interactions.map(formatCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
