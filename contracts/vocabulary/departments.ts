import { keywordFilter } from './vocabulary.ts';

/** The whole tree is loaded; the page hides what does not match. */
export const departmentFilters = { keyword: keywordFilter({ zh: '部门名称', en: 'Department name' }) };
