/** What a server says of figures, one account of which is behind; long ago, so that dates stand by the times. */
export const behind = {
  as_of: '2025-11-19T08:00:00Z',
  newest_at: '2025-11-20T08:00:00Z',
  warnings: [{ kind: 'stale_account', text: '', refs: [{ id: 1, label: 'Galaxy US', since: '2025-11-19T08:00:00Z' }] }],
};
export const behindText = 'Data as of 2025-11-20 16:00 (1 account stopped at 2025-11-19 16:00)';
