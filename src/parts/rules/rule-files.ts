import { ledgerExportColumns, rehearsalExportColumns } from '#contracts/vocabulary/host-rules.ts';

/** The columns of each file about one rule. */
export const fileColumns = { rehearsal: rehearsalExportColumns, ledger: ledgerExportColumns } as const;
