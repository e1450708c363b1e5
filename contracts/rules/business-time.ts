/** Time zone in which the company counts its days. */
export const BUSINESS_TIMEZONE = 'Asia/Shanghai';
