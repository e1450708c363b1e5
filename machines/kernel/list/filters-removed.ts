/** Emitted to views: a filter named an object that does not exist or that the user may not see, so it was removed. */
export interface FiltersRemoved {
  type: 'filters.removed';
}
