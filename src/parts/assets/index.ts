/**
 * What every page of assets shows; the machines are in `machines/parts/assets`, and provided in `use-assets.ts`.
 *
 * A page invokes, from `use-assets.ts`: `assigning` (send `askToAssign(assigning, type, ids)`; on `assigning.finished` renew the rows,
 * on `assigning.started` tell `page.batchStarted`; forward `page.seen`/`page.left` as `batch.seen`/`batch.left`), `history`
 * (`detail.opened` with `{asset_type, id, name}`). The pickers it needs come from `use-pickers.ts`; where its address may name what the reader
 * may not see, it answers `personPicker.unseen {ids}` and the like with `unseenIn(query)` of the kernel.
 * Bringing in: `createDiscoverMachine` with the page's own call; on its `….started` send `batch.followed` to the page's batch.
 *
 * Views: `<AssignDialog>`, `<AssignmentHistoryDrawer>`, `<DiscoverDrawer>` stand on the page always; `<AssigneeTags>`, `<ExpiryText>` and the
 * status tags in cells. What is chosen is chosen by `PickerField` and its like of `#src/ui`.
 */
export { AccountStatusTag, useAccountStatusText } from './account-status-tag.tsx';
export { AssignDialog, askToAssign } from './assign-dialog.tsx';
export { AssigneeTags } from './assignee-tags.tsx';
export { AssignmentHistoryDrawer } from './assignment-history-drawer.tsx';
export { DiscoverDrawer } from './discover-drawer.tsx';
export { ExpiryText } from './expiry-text.tsx';
export { FoundList } from './found-list.tsx';
export { HomepageStatusTag } from './homepage-status-tag.tsx';
export { PersonalStatusTag } from './personal-status-tag.tsx';
export { PixelStatusTag } from './pixel-status-tag.tsx';
export { RefTags } from './ref-tags.tsx';
export { VerifyStateTag } from './site-status-tag.tsx';
export { SwitchRemark } from './switch-remark.tsx';
