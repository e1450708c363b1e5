/** An event that seems to have been received this many seconds before it happened comes from a clock that is wrong. */
const MAX_NEGATIVE_DELAY_S = 300;

export const isClockSkewed = (delayS: number): boolean => delayS < -MAX_NEGATIVE_DELAY_S;

/** A purchase that names no order of ours. */
export const isUnmatchedPurchase = ({ event_name, order_no }: { event_name: string; order_no: string | null }): boolean =>
  event_name === 'Purchase' && order_no === null;

/** Single events are stored for this many days. */
export const STORED_EVENT_DAYS = 7;
