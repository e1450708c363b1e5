import type { TSchema } from 'typebox';
import type { ReportDimension } from '#contracts/endpoints/report-dimensions.ts';
import type { FiltersOfReports, reportEndpoints } from '#contracts/endpoints/report-endpoints.ts';

/** The calls of any report. */
export type ReportEndpoints = ReturnType<
  typeof reportEndpoints<string, string, ReportDimension[], string, string[], TSchema, FiltersOfReports, string>
>;
