// One door to the kit's icons, so that a bundle report shows at a glance which ones are carried.
export {
  IconCaretDown,
  IconCaretRight,
  IconClose,
  IconCopy,
  IconDown,
  IconEye,
  IconEyeInvisible,
  IconLeft,
  IconMore,
  IconRefresh,
  IconRight,
  IconSearch,
} from '@arco-design/web-react/icon';
