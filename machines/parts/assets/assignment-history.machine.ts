import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import type { AssetType } from './assigning.machine.ts';

/** A user or department that had an asset, and when. */
export interface Assignment {
  user: { id: number; label: string } | null;
  department: { id: number; label: string } | null;
  is_primary: boolean;
  /** Instants; `to_at` is null for a current assignment. */
  from_at: string;
  to_at: string | null;
  /** The user who assigned it; null for an automatic assignment. */
  by: { id: number; label: string } | null;
}

export interface AssignmentSubject {
  asset_type: AssetType;
  id: number;
  name: string;
}

/** The assignment history of one asset; opened with `detail.opened`. */
export const assignmentHistory = createDetailMachine<AssignmentSubject, Assignment[]>({
  id: 'assignmentHistory',
  description: 'The assignments of an asset, newest first.',
});
