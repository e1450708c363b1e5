import type { MaterialRow } from '#machines/parts/materials/material-rules.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

/** Colours of the states of a material; a word always stands beside. */
export const materialKinds: Record<MaterialRow['status'], StatusKind> = {
  uploading: 'info',
  processing: 'info',
  ready: 'ok',
  failed: 'error',
  archived: 'muted',
  blocked: 'error',
};

export const RATIOS = {
  /** In the order that each line of business uses them most. */
  dj: ['9:16', '4:5', '1:1', '16:9', 'other'],
  ec: ['1:1', '4:5', '9:16', '16:9', 'other'],
} as const;

export const MATERIAL_STATUSES = ['ready', 'processing', 'uploading', 'failed', 'archived', 'blocked'] as const;
export const VISIBILITIES = ['private', 'dept', 'company'] as const;
export const HIT_LEVELS = ['none', 'potential', 'hit'] as const;
export const MATERIAL_KINDS = ['video', 'image'] as const;
