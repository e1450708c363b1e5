import {
  Dropdown as KitDropdown,
  type DropdownProps,
  Popconfirm as KitPopconfirm,
  type PopconfirmProps,
  Popover as KitPopover,
  type PopoverProps,
  Tooltip as KitTooltip,
  type TooltipProps,
} from '@arco-design/web-react';
import type { ReactNode } from 'react';
import './base.css';

// The kit looks for the DOM node of a popup's child and crashes where the child is a plain function component;
// a span of ours always is one.
const anchor = (children: ReactNode) => <span className="ads-popup-anchor">{children}</span>;

/** Hint on hover and on keyboard focus. */
export function Tooltip({ children, ...rest }: TooltipProps & { children: ReactNode }) {
  return (
    <KitTooltip trigger={['hover', 'focus']} {...rest}>
      {anchor(children)}
    </KitTooltip>
  );
}

export function Popover({ children, ...rest }: PopoverProps & { children: ReactNode }) {
  return <KitPopover {...rest}>{anchor(children)}</KitPopover>;
}

export function Popconfirm({ children, ...rest }: PopconfirmProps & { children: ReactNode }) {
  return <KitPopconfirm {...rest}>{anchor(children)}</KitPopconfirm>;
}

export function Dropdown({ children, ...rest }: DropdownProps & { children: ReactNode }) {
  return <KitDropdown {...rest}>{anchor(children)}</KitDropdown>;
}
