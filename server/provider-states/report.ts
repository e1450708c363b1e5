import type { Verdict, Verification } from './verify.ts';

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' } as const;
const CALL_COLUMN = 78;

/** Names where the fault is before what it is. */
const indented = (lines: readonly string[]): string[] => lines.map((line) => `      ${line}`);

function linesOf({ outcome, description, call, differences }: Verdict): string[] {
  const line = `  ${SIGNS[outcome]} ${description}`;
  if (outcome === 'skipped') return [`${line}  (${differences.join('; ')})`];
  return [`${line.padEnd(CALL_COLUMN)} ${call}`, ...indented(differences)];
}

/** `212 passed, 1 failed, 5 skipped` */
export const countsIn = ({ counts: { passed, failed, skipped } }: Verification): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** For people: by pact, each exchange on a line, and what differs below it. `quiet` leaves out what passed. */
export function summaryOf(verification: Verification, { quiet = false } = {}): string {
  const { interactions, baseUrl, pactSet, took } = verification;
  const shown = quiet ? interactions.filter(({ outcome }) => outcome === 'failed') : interactions;
  const resources = [...new Set(shown.map(({ resource }) => resource))];
  const blocks = resources.map((resource) => [resource, ...shown.filter((one) => one.resource === resource).flatMap(linesOf)].join('\n'));
  const end = `${baseUrl} against the contracts of ${pactSet}: ${countsIn(verification)} (${(took / 1000).toFixed(1)} s)`;
  return `${[...blocks, end].join('\n\n')}\n`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that no XML may hold.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

function caseOf({ resource, description, outcome, differences }: Verdict): string {
  const head = `    <testcase classname="${escaped(resource)}" name="${escaped(description)}"`;
  const words = differences.join('\n');
  if (outcome === 'passed') return `${head}/>`;
  if (outcome === 'skipped') return `${head}><skipped message="${escaped(words)}"/></testcase>`;
  return `${head}><failure message="${escaped(differences[0] ?? '')}">${escaped(words)}</failure></testcase>`;
}

/** For build servers. */
export function junitOf({ interactions, counts, startedAt, took, provider }: Verification): string {
  const seconds = (took / 1000).toFixed(3);
  const numbers = `tests="${interactions.length}" failures="${counts.failed}" skipped="${counts.skipped}" errors="0" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="${escaped(provider)}" timestamp="${startedAt}" ${numbers}>`,
    ...interactions.map(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
