/** The metrics of the home page that have a value for each day. */
export const boardTrendMetrics = ['spend', 'revenue', 'roi', 'new_users', 'cpi', 'first_payers', 'cost_per_payer', 'roi_d0'] as const;

/** The metrics of the company in its charts. */
export const adminTrendMetrics = ['spend', 'revenue', 'profit'] as const;
/** Dimensions that split the charts of the company. */
export const adminHomeDivisions = ['biz', 'channel', 'department'] as const;
export type AdminHomeDivision = (typeof adminHomeDivisions)[number];
export const adminTopDimensions = ['user', 'drama', 'account'] as const;
export type AdminTopDimension = (typeof adminTopDimensions)[number];
