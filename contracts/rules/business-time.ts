/** The time zone of the company and of its users, unless a setting or the user says otherwise. */
export const DEFAULT_TIMEZONE = 'Asia/Shanghai';
