import type { LaunchBatchParams } from '#machines/parts/launches/launch-batch-rules.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import type { useBatch } from '#src/ui/batch/use-batch.ts';

/** The open bulk action, as its fields need it. */
export type LaunchBulkAction = ReturnType<typeof useBatch<LaunchBatchParams, LaunchFilters>>;
