import { keywordFilter } from './vocabulary.ts';

/** The page loads the whole tree and hides the departments that do not match. */
export const departmentFilters = { keyword: keywordFilter({ zh: '部门名称', en: 'Department name' }) };
