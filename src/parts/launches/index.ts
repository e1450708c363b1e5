/**
 * What several pages show of campaigns, ad groups and ads, and do to them. The machines are in `machines/parts/launches`.
 *
 * A page invokes (all provided here):
 * - `launchHands` of `launches.wiring.ts`: everything that can be done. The page tells it `hands.seen` and `hands.left` with its own `page.seen` and
 *   `page.left`, and answers `launches.changed` (ask for the rows again, quietly), `launches.batchStarted {batchId}` (tell `page.batchStarted`)
 *   and `launches.failedChosen {ids}` (choose these rows). Its address may name a batch: `batch.followed {batchId}`.
 * - `adPickers` of `ad-pickers.wiring.ts`: what everything about ads is narrowed by (`adFilters` of its
 *   vocabulary); it tells `adPickers.unseen {filter, ids}`: `namesUnseen` asks whether the filters are meant, `withoutUnseen` takes them out.
 *
 * On the screen: `const parts = useHandParts(hands)`, once `<LaunchLayers parts={parts} />` (dialogs, drawer, questions), and in rows the
 * columns of `useEntityColumns` (without metrics) over any `CampaignBase`, `GroupBase` or `AdBase`. `useLaunchActions(parts)` opens the
 * dialogs: `ask(action, level, rows)`, `askForChosen(…)`, `look(level, row, tab)`; `useEntityPermits()` says what may be done and why not.
 * Filters: `AdFilterLine`, with controls and chips.
 *
 * A page whose address may name a batch that is wanted again (`?again=17`) invokes `launchRecall` of `launch-recall.wiring.ts` too, hands
 * `launchRecall.recalled` on as `hands.recalled`, and shows `<RecallNote recall={…} />` above its rows.
 */

export { AdFilterLine, AnyAdFilterLine } from './ad-filters.tsx';
export { askedLogFilters } from './asked-log-filters.ts';
export { useEntityColumns } from './entity-columns.tsx';
export { actionsAt, useEntityPermits } from './entity-permits.ts';
export { EntityStatusTag } from './entity-status-tag.tsx';
export { EventTag } from './event-words.tsx';
export { useHandParts } from './hand-parts.ts';
export { type LaunchActions, useLaunchActions } from './launch-actions.ts';
export { LaunchLayers, WithLaunchActions } from './launch-layers.tsx';
export { useLogColumns } from './log-columns.tsx';
export { LogFilterLine } from './log-filter-line.tsx';
export { RecallNote } from './recall-note.tsx';
