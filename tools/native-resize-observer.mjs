/** Every browser that can run the console has it. */
export default globalThis.ResizeObserver;
