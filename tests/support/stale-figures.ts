/** Freshness of figures with one account that is behind. The dates are in the past, so that texts show dates beside times. */
export const staleFigures = {
  as_of: '2025-11-19T08:00:00Z',
  newest_at: '2025-11-20T08:00:00Z',
  warnings: [{ kind: 'stale_account', text: '', refs: [{ id: 1, label: 'Galaxy US', since: '2025-11-19T08:00:00Z' }] }],
};
export const staleFiguresText = 'Data as of 2025-11-20 16:00 (1 account stopped at 2025-11-19 16:00)';
