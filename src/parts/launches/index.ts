/**
 * What several pages show of campaigns, ad groups and ads, and do with them. The machines are in `machines/parts/launches`.
 *
 * A page invokes (all provided here):
 * - `launchActions` of `launches.wiring.ts`: all commands. The page sends it `launchActions.seen` and `launchActions.left` with its own `page.seen` and `page.left`, and handles `launches.changed` (reload the rows quietly), `launches.batchStarted {batchId}` (send `page.batchStarted`) and `launches.failedChosen {ids}` (choose these rows). If its address may name a batch: `batch.followed {batchId}`.
 * - `adPickers` of `ad-pickers.wiring.ts`: the pickers of the ad filters (`adFilters` of its vocabulary); it sends `adPickers.unseen {filter, ids}`: `namesUnseen` checks whether the filters are affected, `withoutUnseen` removes them.
 *
 * A view uses `const parts = useLaunchParts(launchActions)`, renders `<LaunchLayers parts={parts} />` once (dialogs, drawer, questions), and in
 * rows the columns of `useEntityColumns` (without metrics) over any `CampaignBase`, `GroupBase` or `AdBase`. `useLaunchActions(parts)`
 * opens the dialogs: `openDialog(action, level, rows)`, `openDialogForChosen(…)`, `openEntity(level, row, tab)`; `useEntityPermits()` tells what is allowed
 * and why not. Filters: `AdFilterLine`, with controls and chips.
 *
 * A page whose address may name a batch to be ordered again (`?again=17`) also invokes `launchRedo` of `launch-redo.wiring.ts`,
 * forwards `launchRedo.orderLoaded` as `launchActions.orderLoaded`, and shows `<RedoNote redo={…} />` above its rows.
 */

export { AdFilterLine, AnyAdFilterLine } from './ad-filters.tsx';
export { useEntityColumns } from './entity-columns.tsx';
export { EntityCreative } from './entity-creative.tsx';
export { EntityEvents } from './entity-events.tsx';
export { EntityInfo, Facts } from './entity-info.tsx';
export { actionsAt, useEntityPermits } from './entity-permits.ts';
export { EntityStatusTag } from './entity-status-tag.tsx';
export { EntityTrend } from './entity-trend.tsx';
export { EventTag } from './event-words.tsx';
export { type LaunchActions, useLaunchActions } from './launch-actions.ts';
export { LaunchLayers, SchemeSavingLayer, WithLaunchActions } from './launch-layers.tsx';
export { METRICS_AT, USUAL_METRICS } from './launch-metrics.ts';
export { useLaunchParts } from './launch-parts.ts';
export { useLaunchWords } from './launch-words.ts';
export { useLogColumns } from './log-columns.tsx';
export { LogFilterLine } from './log-filter-line.tsx';
export { toLogRequestFilters } from './log-request-filters.ts';
export { RedoNote } from './redo-note.tsx';
export { LearningCell } from './small-bars.tsx';
export { useCountries } from './use-countries.ts';
export { useInterests } from './use-interests.ts';
