/** The metrics of the home page that have a value for each day. */
export const boardTrendMetrics = ['spend', 'revenue', 'roi', 'new_users', 'cpi', 'first_payers', 'cost_per_payer', 'roi_d0'] as const;
