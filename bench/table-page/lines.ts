const ROWS = 10_000;

export const METRICS = 19;

export interface Line {
  id: number;
  name: string;
  values: number[];
}

/** The same lines for every visit. */
export const LINES: Line[] = Array.from({ length: ROWS }, (_, id) => ({
  id,
  name: `广告系列 ${id}`,
  values: Array.from({ length: METRICS }, (__, metric) => ((id * 7919 + metric * 104_729) % 100_000) / 100),
}));
