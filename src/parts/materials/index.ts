/**
 * What several pages show of materials, dramas and products.
 *
 * Pickers (remote search, names of what is chosen by their ids):
 * - machines: `dramaPicker`, `productPicker`, `materialPicker` of `#machines/parts/materials/material-pickers.machine.ts`; a page
 *   invokes those it needs and, where an address may name what its reader may not see, answers `dramaPicker.unseen {ids}` and the like;
 * - the outside world: `dramas`, `products`, `materials` of `#src/parts/materials/pickers.wiring.ts`, for `provide`;
 * - on the screen: `PickerField`, `PickerListField`, `PickerFilter` of `#src/ui/pick/picker-fields.tsx`, with `picker` (the
 *   running actor) and `narrowing`, such as `{ usable: true, kind: 'video', drama_id }`; `usePicker` names what is chosen in chips.
 *
 * The library: `MaterialLibraryView` and `MaterialLibraryViews` over `materialLibraryMachine`, provided by `materialLibrary({biz, path})` of
 * `#src/parts/materials/material-library.wiring.ts`. A page tells it `materials.changed` when something else made or changed materials.
 */
export { CoverField } from './cover-field.tsx';
export { failText } from './fail-text.ts';
export { MaterialLibraryView, MaterialLibraryViews } from './material-library-view.tsx';
export { contentWords } from './material-words.ts';
export { RemovalDialog } from './removal-dialog.tsx';
