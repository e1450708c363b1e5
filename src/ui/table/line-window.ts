/**
 * The one door to the library that works out what is in sight. What it hands out changes while its identity stays, so nothing
 * made of it may be remembered between drawings.
 */
export {
  defaultRangeExtractor,
  observeElementRect,
  type Range,
  useVirtualizer as useLineWindow,
  type Virtualizer,
} from '@tanstack/react-virtual';
