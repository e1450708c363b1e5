import type { SchemeVersionRow } from '#contracts/endpoints/schemes.ts';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';

/** The scheme whose versions are listed. */
export interface VersionsSubject {
  id: number;
  name: string;
  current_version: number;
  /** Whether the user may save a new version. */
  canEdit: boolean;
}

export const schemeVersions = createDetailMachine<VersionsSubject, SchemeVersionRow[]>({
  id: 'schemeVersions',
  description: 'The versions of a scheme, the newest first.',
});

/** Two versions of one scheme to compare. */
export interface ComparisonSubject {
  id: number;
  before: number;
  after: number;
}

export interface Comparison {
  before: UnfinishedBody;
  after: UnfinishedBody;
}

export const schemeComparison = createDetailMachine<ComparisonSubject, Comparison>({
  id: 'schemeComparison',
  description: 'The bodies of two versions of a scheme.',
});

/** A version whose body becomes the newest one. */
export interface Restoration {
  id: number;
  name: string;
  version: number;
}

export const schemeRestoration = createCommandMachine<Restoration, { current_version: number }>({
  id: 'schemeRestoration',
  description: 'Restores an earlier version of a scheme as its newest one.',
});
