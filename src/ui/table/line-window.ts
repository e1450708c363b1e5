/**
 * The only import of the virtualisation library. It mutates its results in place, so nothing derived from them may be memoised between
 * renders.
 */
export {
  defaultRangeExtractor,
  observeElementRect,
  type Range,
  useVirtualizer as useLineWindow,
  type Virtualizer,
} from '@tanstack/react-virtual';
