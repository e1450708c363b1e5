export { OrderStatusTag, renderLabel, useOrderCells } from './order-cells.tsx';
