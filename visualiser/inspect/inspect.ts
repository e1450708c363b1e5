// `machine-visualiser/inspect` for browsers and React Native.
import { createInspectorWith, type Inspector, type InspectorOptions } from './create-inspector.ts';

const create = createInspectorWith((url) => new WebSocket(url));

/** Lets the visualiser on this computer watch the machines of this page or app. */
export const createInspector = (options: InspectorOptions = {}): Inspector => create(options);
