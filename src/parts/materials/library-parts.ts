import type { MaterialLibrary } from '#machines/parts/uploads/material-library.machine.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';

/** What a library is composed of. */
export type LibraryParts = PartsOf<MaterialLibrary>;
