import { useSelector } from '@xstate/react';
import type { MaterialLibrary } from '#machines/parts/materials/material-library.machine.ts';

type Children = ReturnType<MaterialLibrary['getSnapshot']>['children'];

/** What a library is composed of, once it runs. */
export type LibraryParts = { [Name in keyof Children]-?: NonNullable<Children[Name]> };

const NAMES = [
  'list',
  'form',
  'batch',
  'export',
  'tableView',
  'views',
  'preview',
  'glance',
  'use',
  'lineage',
  'download',
  'dramas',
  'products',
  'creators',
  'parents',
  'accounts',
  'languages',
] as const satisfies readonly (keyof LibraryParts)[];

/** All of them; undefined while one is not there. */
export function useLibraryParts(library: MaterialLibrary): LibraryParts | undefined {
  const parts = useSelector(library, (state) => state.children);
  return NAMES.every((name) => parts[name] !== undefined) ? (parts as LibraryParts) : undefined;
}
