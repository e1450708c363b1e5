import type { SchemeVersionRow } from '#contracts/endpoints/schemes.ts';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';

/** Which scheme's versions are looked at. */
export interface VersionsSubject {
  id: number;
  name: string;
  current_version: number;
  /** The reader may write a version of it. */
  canEdit: boolean;
}

export const schemeVersions = createDetailMachine<VersionsSubject, SchemeVersionRow[]>({
  id: 'schemeVersions',
  description: 'The versions of a scheme, the newest first.',
});

/** Two versions of one scheme, side by side. */
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
  description: 'What two versions of a scheme say.',
});

/** A version whose words become the newest one. */
export interface Restoration {
  id: number;
  name: string;
  version: number;
}

export const schemeRestoration = createCommandMachine<Restoration, { current_version: number }>({
  id: 'schemeRestoration',
  description: 'What a scheme said once is written down as its newest version.',
});
