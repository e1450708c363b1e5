import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import Schema from 'typebox/schema';
import { BrokerProblem } from './access.ts';

const count = Type.Integer({ minimum: 0 });

const reportSchema = Type.Object({
  provider: Type.String(),
  baseUrl: Type.String(),
  startedAt: Type.String(),
  pactSet: Type.String(),
  digest: Type.Optional(Type.String()),
  digests: Type.Optional(Type.Record(Type.String(), Type.String())),
  counts: Type.Object({ passed: count, failed: count, skipped: count }),
  interactions: Type.Array(
    Type.Object({
      resource: Type.String(),
      description: Type.String(),
      call: Type.String(),
      outcome: Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')]),
      differences: Type.Array(Type.String()),
    }),
  ),
});

/** The `--json` output of a verification: every interaction, including skipped ones. */
export type VerificationReport = Static<typeof reportSchema>;

/** Throws `BrokerProblem` when the file is missing or not a report. */
export function readReport(file: string): VerificationReport {
  const value = parsed(file);
  const [isReport, errors] = Schema.Errors(reportSchema, value);
  if (!isReport) {
    const [first] = errors;
    throw new BrokerProblem(`${file} is no report of a verification: ${first?.instancePath || '/'} ${first?.message ?? ''}`);
  }
  const report = value as VerificationReport;
  const { passed, failed, skipped } = report.counts;
  const of = (outcome: string) => report.interactions.filter((each) => each.outcome === outcome).length;
  if (passed !== of('passed') || failed !== of('failed') || skipped !== of('skipped')) {
    throw new BrokerProblem(`${file} counts other outcomes than it lists: it was changed, or cut off.`);
  }
  return report;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BrokerProblem(`${file} cannot be read as a report: ${(error as Error).message}`);
  }
}
