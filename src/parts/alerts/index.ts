/** Delivery of alerts to chat groups and other receivers. The machine with its calls is in `alert-delivery.wiring.ts`. */
export { AlertDeliveryLayer as default } from './alert-delivery.tsx';
