// The simulation engine, bundled into one chunk that the simulation room loads on demand.
export { computeChartPrint } from '../model/chart-index.ts';
export { inferInput } from './infer-input.ts';
export { formatScenario, readScenario } from './read-scenario.ts';
export { listMachineKeys } from './scenario-values.ts';
export { simulate } from './simulate.ts';
