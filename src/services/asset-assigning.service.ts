import { batchStart } from './batches.service.ts';
import { call } from './call.ts';

export const assignAssets = call('/auth-assets/assign', batchStart);
export const assignHistory = call('/auth-assets/assign_history', {
  list: [
    {
      user: { id: true, label: true },
      department: { id: true, label: true },
      is_primary: true,
      from_at: true,
      to_at: true,
      by: { id: true, label: true },
    },
  ],
});
