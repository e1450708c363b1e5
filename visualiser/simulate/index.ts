// What the room fetches when it is needed: the engine, and what belongs to it.
export { printOfChart } from '../model/chart-index.ts';
export { machinesIn } from './given.ts';
export { neededInput } from './needed-input.ts';
export { readScenario, scenarioText } from './read-scenario.ts';
export { simulate } from './simulate.ts';
