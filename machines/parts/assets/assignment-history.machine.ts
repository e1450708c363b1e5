import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import type { AssetType } from './assigning.machine.ts';

/** Somebody or some department that had an asset, and when. */
export interface Assignment {
  user: { id: number; label: string } | null;
  department: { id: number; label: string } | null;
  is_primary: boolean;
  /** Instants; no end means: still. */
  from_at: string;
  to_at: string | null;
  /** Who gave it; nobody where it came by itself. */
  by: { id: number; label: string } | null;
}

export interface AssignmentSubject {
  asset_type: AssetType;
  id: number;
  name: string;
}

/** Who has had one asset; opened with `detail.opened`. */
export const assignmentHistory = createDetailMachine<AssignmentSubject, Assignment[]>({
  id: 'assignmentHistory',
  description: 'Who has had an asset, newest first.',
});
