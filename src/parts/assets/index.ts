/**
 * What all asset pages share; the machines are in `machines/parts/assets` and provided in `assets.wiring.ts`.
 *
 * From there a page invokes `assigning` (open it with `openAssignDialog(assigning, type, ids)`; on `assigning.finished` reload the rows, on
 * `assigning.started` send `page.batchStarted`; forward `page.seen`/`page.left` as `batch.seen`/`batch.left`) and `history`
 * (`detail.opened` with `{asset_type, id, name}`). Pickers come from `pickers.wiring.ts`; where the address may name rows that the user
 * cannot see, the page handles `personPicker.unseen {ids}` and the like with `unseenIn(query)` of the kernel. To import assets:
 * `createDiscoverMachine` with the page's own call; on its `….started` send `batch.followed` to the page's batch.
 *
 * The page always renders `<AssignDialog>`, `<AssignmentHistoryDrawer>` and `<DiscoverDrawer>`; `<AssigneeTags>`, `<ExpiryText>` and the
 * status tags go into cells. Objects are chosen with `PickerField` and its variants in `src/ui/pick`.
 */
export { AccountStatusTag, useAccountStatusText } from './account-status-tag.tsx';
export { AssetSheetDrawer, useOpenSheet } from './asset-sheet-drawer.tsx';
export { AssignDialog, openAssignDialog } from './assign-dialog.tsx';
export { AssigneeTags } from './assignee-tags.tsx';
export { AssignmentHistoryDrawer } from './assignment-history-drawer.tsx';
export { DiscoverDrawer } from './discover-drawer.tsx';
export { ExpiryText } from './expiry-text.tsx';
export { FoundList } from './found-list.tsx';
export { HomepageStatusTag } from './homepage-status-tag.tsx';
export { PersonalStatusTag } from './personal-status-tag.tsx';
export { PixelHealthTag } from './pixel-health-tag.tsx';
export { PixelStatusTag } from './pixel-status-tag.tsx';
export { RefTags } from './ref-tags.tsx';
export { VerifyStateTag } from './site-status-tag.tsx';
export { SwitchRemark } from './switch-remark.tsx';
