/** Every supported browser has it. */
export default globalThis.ResizeObserver;
