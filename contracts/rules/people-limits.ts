/** What a person signs in with: a small letter, then small letters, digits and `_ . -`. */
export const ACCOUNT_PATTERN = /^[a-z][a-z0-9_.-]{2,31}$/;

/** Longest name of a person, a department or a role, in characters. */
export const NAME_MAX = 32;

/** Longest remark on an account or a role, in characters. */
export const REMARK_MAX = 200;

/** How many levels of departments there may be. */
export const DEPARTMENT_DEPTH_MAX = 5;

/** Largest place of a department among its siblings. */
export const DEPARTMENT_SORT_MAX = 9999;
