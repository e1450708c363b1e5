/** The account with which a person signs in: a lowercase letter, then lowercase letters, digits and `_ . -`. */
export const ACCOUNT_PATTERN = /^[a-z][a-z0-9_.-]{2,31}$/;

/** Maximum length of the name of a person, department or role, in characters. */
export const NAME_MAX = 32;

/** Maximum length of a remark on an account or role, in characters. */
export const REMARK_MAX = 200;

/** Maximum number of levels of departments. */
export const DEPARTMENT_DEPTH_MAX = 5;

/** Maximum sort number of a department among its siblings. */
export const DEPARTMENT_SORT_MAX = 9999;
