/**
 * What several pages show of materials, dramas and products.
 *
 * Pickers (remote search, names of what is chosen by their ids):
 * - machines: `dramaPicker`, `productPicker`, `materialPicker` of `#machines/parts/materials/material-pickers.machine.ts`; a page
 *   names those it needs among its `choices` and, where an address may name what its reader may not see, under `unseen`;
 * - the outside world: `dramas`, `products`, `materials` of `#src/parts/materials/pickers.wiring.ts`, for `provide`;
 * - on the screen: `PickerField`, `PickerListField`, `PickerFilter` of `#src/ui/pick/picker-fields.tsx`, with `picker` (the
 *   running actor) and `narrowing`, such as `{ usable: true, kind: 'video', drama_id }`; `usePicker` names what is chosen in chips.
 *
 * The list of materials: `MaterialFilterLine`, `MaterialTable` and `MaterialLayers`, over the parts of a library.
 */
export { CoverField } from './cover-field.tsx';
export { failText } from './fail-text.ts';
export type { LibraryParts } from './library-parts.ts';
export { MaterialFilterLine } from './material-filters.tsx';
export { MaterialLayers } from './material-layers.tsx';
export { MaterialPicture } from './material-picture.tsx';
export { MaterialTable } from './material-table.tsx';
export { HitTag } from './material-tags.tsx';
export { contentWords } from './material-words.ts';
export { PreviewDialog } from './preview-dialog.tsx';
export { RemovalDialog } from './removal-dialog.tsx';
export { StillRunning } from './still-running.tsx';
export { useTagChoice } from './use-tag-choice.ts';
