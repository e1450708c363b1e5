import { describe, expect, it } from 'vitest';
import { formatCounts, formatJunit, formatSummary } from './report.ts';
import type { Verification } from './verify.ts';

const verification: Verification = {
  provider: 'ad-delivery-api',
  baseUrl: 'http://127.0.0.1:4010/',
  startedAt: '2026-11-21T08:00:00.000Z',
  pactSet: 'current',
  digest: 'f00d',
  digests: { roles: 'f00d' },
  took: 1234,
  counts: { passed: 1, failed: 1, skipped: 1 },
  interactions: [
    {
      resource: 'roles',
      description: 'creates <a> "role" & more',
      call: 'POST /api/sys-roles/create',
      outcome: 'failed',
      differences: ["data.id: Expected \u0007 '1'", 'code: Expected 1'],
    },
    { resource: 'roles', description: 'lists', call: 'POST /api/sys-roles/list', outcome: 'passed', differences: [] },
    {
      resource: 'users',
      description: 'deletes',
      call: 'POST /api/sys-users/delete',
      outcome: 'skipped',
      differences: ['changes something'],
    },
  ],
};

describe('a summary', () => {
  it('has a line for each exchange, its differences below it, and the counts at the end', () => {
    const lines = formatSummary(verification).split('\n');
    expect(lines).toContain('  – deletes  (changes something)');
    expect(lines.find((line) => line.includes('lists'))).toMatch(/^ {2}✓ lists +POST \/api\/sys-roles\/list$/);
    const failed = lines.findIndex((line) => line.startsWith('  ✗ creates'));
    expect(lines[failed + 2]).toBe('      code: Expected 1');
    expect(formatSummary(verification)).toContain('against the contracts of current: 1 passed, 1 failed, 1 skipped (1.2 s)');
  });

  it('contains only failures when it is quiet', () => {
    const text = formatSummary(verification, { quiet: true });
    expect(text).toContain('✗ creates');
    expect(text).not.toContain('lists');
    expect(text).toContain(formatCounts(verification));
  });
});

describe('a report for build servers', () => {
  it('contains every exchange with its outcome, and no characters that XML does not allow', () => {
    const xml = formatJunit(verification);
    expect(xml).toContain(
      '<testsuite name="ad-delivery-api" timestamp="2026-11-21T08:00:00.000Z" tests="3" failures="1" skipped="1" errors="0" time="1.234">',
    );
    expect(xml).toContain('name="creates &lt;a&gt; &quot;role&quot; &amp; more"><failure message="data.id: Expected \ufffd \'1\'">');
    expect(xml).toContain('<testcase classname="roles" name="lists"/>');
    expect(xml).toContain('<skipped message="changes something"/>');
    expect(xml).not.toContain('\u0007');
  });
});
