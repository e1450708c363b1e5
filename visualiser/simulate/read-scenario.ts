import type { Expectation, Scenario, ScenarioStep } from '../model/scenario.ts';

type Fields = Record<string, unknown>;

const fault = (at: string, what: string) => new Error(`${at === '' ? 'the file' : at}: ${what}`);

function objectAt(value: unknown, at: string, keys: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'must be an object');
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw fault(at === '' ? unknown : `${at}.${unknown}`, `is not known here; known are ${keys.join(', ')}`);
  return value as Fields;
}

function textAt(value: unknown, at: string): string {
  if (typeof value !== 'string') throw fault(at, 'must be a text');
  return value;
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw fault(at, 'must be a list');
  return value;
}

const textsAt = (value: unknown, at: string): string[] => listAt(value, at).map((one, index) => textAt(one, `${at}[${index}]`));

function eventAt(value: unknown, at: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'must be an object');
  if (textAt((value as Fields).type, `${at}.type`) === '') throw fault(`${at}.type`, 'must not be empty');
}

function stateValueAt(value: unknown, at: string): void {
  if (typeof value === 'string') return;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'must be a text, or an object of such');
  for (const [key, inner] of Object.entries(value)) stateValueAt(inner, `${at}.${key}`);
}

const STATUSES = ['active', 'done', 'error', 'gone'];

function expectationAt(value: unknown, at: string): Expectation {
  const fields = objectAt(value, at, ['actor', 'value', 'states', 'status', 'context']);
  if (fields.actor !== undefined) textAt(fields.actor, `${at}.actor`);
  if (fields.value !== undefined) stateValueAt(fields.value, `${at}.value`);
  if (fields.states !== undefined) textsAt(fields.states, `${at}.states`);
  if (fields.status !== undefined && !STATUSES.includes(textAt(fields.status, `${at}.status`))) {
    throw fault(`${at}.status`, `must be one of ${STATUSES.join(', ')}`);
  }
  if (fields.context !== undefined && (typeof fields.context !== 'object' || fields.context === null || Array.isArray(fields.context))) {
    throw fault(`${at}.context`, 'must be an object');
  }
  if (Object.keys(fields).every((key) => key === 'actor')) throw fault(at, 'expects nothing: value, states, status or context is missing');
  return fields as Expectation;
}

const expectationsAt = (value: unknown, at: string): Expectation[] =>
  value === undefined ? [] : listAt(value, at).map((one, index) => expectationAt(one, `${at}[${index}]`));

/** What each kind of step may say beside `do`, `expect` and `fails`. */
const PARTS: Record<ScenarioStep['do'], readonly string[]> = {
  send: ['to', 'event'],
  resolve: ['actor', 'output'],
  reject: ['actor', 'error'],
  tell: ['actor', 'event'],
  emit: ['actor', 'value'],
  complete: ['actor'],
  pass: ['ms'],
  next: [],
};

function stepAt(value: unknown, at: string): ScenarioStep {
  const kind = (value as { do?: unknown } | null)?.do;
  if (typeof kind !== 'string' || !(kind in PARTS)) throw fault(`${at}.do`, `must be one of ${Object.keys(PARTS).join(', ')}`);
  const parts = PARTS[kind as ScenarioStep['do']];
  const fields = objectAt(value, at, ['do', ...parts, 'expect', 'fails']);
  if (parts.includes('event')) eventAt(fields.event, `${at}.event`);
  if (parts.includes('actor')) textAt(fields.actor, `${at}.actor`);
  if (fields.to !== undefined) textAt(fields.to, `${at}.to`);
  if (kind === 'pass' && !(typeof fields.ms === 'number' && fields.ms >= 0)) throw fault(`${at}.ms`, 'must be milliseconds, not negative');
  if (fields.fails !== undefined) textAt(fields.fails, `${at}.fails`);
  expectationsAt(fields.expect, `${at}.expect`);
  return fields as unknown as ScenarioStep;
}

/** A scenario from the text of a file. Throws an error that names the field which is wrong: `steps[2].event.type: must be a text`. */
export function readScenario(text: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fault('', `is not JSON: ${(error as Error).message}`);
  }
  const fields = objectAt(value, '', ['format', 'version', 'title', 'machine', 'input', 'play', 'expect', 'steps']);
  if (fields.format !== 'xstate-scenario') throw fault('format', 'must be "xstate-scenario"');
  if (fields.version !== 1) throw fault('version', 'must be 1');
  textAt(fields.title, 'title');
  if (textAt(fields.machine, 'machine') === '') throw fault('machine', 'must not be empty');
  if (fields.play !== undefined) textsAt(fields.play, 'play');
  expectationsAt(fields.expect, 'expect');
  for (const [index, step] of listAt(fields.steps, 'steps').entries()) stepAt(step, `steps[${index}]`);
  return fields as unknown as Scenario;
}

/** How much a scenario expects: one that expects nothing can never fail. */
export const countExpectations = ({ expect = [], steps }: Scenario): number =>
  expect.length + steps.reduce((sum, step) => sum + (step.expect?.length ?? 0) + (step.fails === undefined ? 0 : 1), 0);

/** As it stands in a file. */
export const scenarioText = (scenario: Scenario): string => `${JSON.stringify(scenario, undefined, 2)}\n`;
