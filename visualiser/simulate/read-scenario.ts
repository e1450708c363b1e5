import type { Expectation, Scenario, ScenarioStep } from '../model/scenario.ts';

type Fields = Record<string, unknown>;

const createError = (path: string, reason: string) => new Error(`${path === '' ? 'the file' : path}: ${reason}`);

function requireObject(value: unknown, path: string, keys: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw createError(path, 'must be an object');
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw createError(path === '' ? unknown : `${path}.${unknown}`, `is not known here; known are ${keys.join(', ')}`);
  return value as Fields;
}

function requireText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw createError(path, 'must be a text');
  return value;
}

function requireList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw createError(path, 'must be a list');
  return value;
}

const requireTexts = (value: unknown, path: string): string[] =>
  requireList(value, path).map((item, index) => requireText(item, `${path}[${index}]`));

function requireEvent(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw createError(path, 'must be an object');
  if (requireText((value as Fields).type, `${path}.type`) === '') throw createError(`${path}.type`, 'must not be empty');
}

function requireStateValue(value: unknown, path: string): void {
  if (typeof value === 'string') return;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw createError(path, 'must be a text, or an object of such');
  for (const [key, inner] of Object.entries(value)) requireStateValue(inner, `${path}.${key}`);
}

const STATUSES = ['active', 'done', 'error', 'gone'];

function requireExpectation(value: unknown, path: string): Expectation {
  const fields = requireObject(value, path, ['actor', 'value', 'states', 'status', 'context']);
  if (fields.actor !== undefined) requireText(fields.actor, `${path}.actor`);
  if (fields.value !== undefined) requireStateValue(fields.value, `${path}.value`);
  if (fields.states !== undefined) requireTexts(fields.states, `${path}.states`);
  if (fields.status !== undefined && !STATUSES.includes(requireText(fields.status, `${path}.status`))) {
    throw createError(`${path}.status`, `must be one of ${STATUSES.join(', ')}`);
  }
  if (fields.context !== undefined && (typeof fields.context !== 'object' || fields.context === null || Array.isArray(fields.context))) {
    throw createError(`${path}.context`, 'must be an object');
  }
  if (Object.keys(fields).every((key) => key === 'actor'))
    throw createError(path, 'expects nothing: value, states, status or context is missing');
  return fields as Expectation;
}

const requireExpectations = (value: unknown, path: string): Expectation[] =>
  value === undefined ? [] : requireList(value, path).map((item, index) => requireExpectation(item, `${path}[${index}]`));

/** Fields of each kind of step besides `do`, `expect` and `fails`. */
const FIELDS_BY_STEP: Record<ScenarioStep['do'], readonly string[]> = {
  send: ['to', 'event'],
  resolve: ['actor', 'output'],
  reject: ['actor', 'error'],
  tell: ['actor', 'event'],
  emit: ['actor', 'value'],
  complete: ['actor'],
  pass: ['ms'],
  next: [],
  guard: ['guard', 'result'],
};

function requireStep(value: unknown, path: string): ScenarioStep {
  const kind = (value as { do?: unknown } | null)?.do;
  if (typeof kind !== 'string' || !(kind in FIELDS_BY_STEP))
    throw createError(`${path}.do`, `must be one of ${Object.keys(FIELDS_BY_STEP).join(', ')}`);
  const allowedFields = FIELDS_BY_STEP[kind as ScenarioStep['do']];
  const fields = requireObject(value, path, ['do', ...allowedFields, 'expect', 'fails']);
  if (allowedFields.includes('event')) requireEvent(fields.event, `${path}.event`);
  if (allowedFields.includes('actor')) requireText(fields.actor, `${path}.actor`);
  if (fields.to !== undefined) requireText(fields.to, `${path}.to`);
  if (kind === 'pass' && !(typeof fields.ms === 'number' && fields.ms >= 0))
    throw createError(`${path}.ms`, 'must be milliseconds, not negative');
  if (kind === 'guard') requireText(fields.guard, `${path}.guard`);
  if (fields.result !== undefined && kind === 'guard' && typeof fields.result !== 'boolean')
    throw createError(`${path}.result`, 'must be true or false');
  if (fields.fails !== undefined) requireText(fields.fails, `${path}.fails`);
  requireExpectations(fields.expect, `${path}.expect`);
  return fields as unknown as ScenarioStep;
}

/** Reads a scenario from the text of a file. Throws an error that names the wrong field: `steps[2].event.type: must be a text`. */
export function readScenario(text: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw createError('', `is not JSON: ${(error as Error).message}`);
  }
  const fields = requireObject(value, '', ['format', 'version', 'title', 'machine', 'input', 'play', 'expect', 'steps']);
  if (fields.format !== 'xstate-scenario') throw createError('format', 'must be "xstate-scenario"');
  if (fields.version !== 1) throw createError('version', 'must be 1');
  requireText(fields.title, 'title');
  if (requireText(fields.machine, 'machine') === '') throw createError('machine', 'must not be empty');
  if (fields.play !== undefined) requireTexts(fields.play, 'play');
  requireExpectations(fields.expect, 'expect');
  for (const [index, step] of requireList(fields.steps, 'steps').entries()) requireStep(step, `steps[${index}]`);
  return fields as unknown as Scenario;
}

/** Number of expectations: a scenario without any can never fail. */
export const countExpectations = ({ expect = [], steps }: Scenario): number =>
  expect.length + steps.reduce((sum, step) => sum + (step.expect?.length ?? 0) + (step.fails === undefined ? 0 : 1), 0);

/** The text of a scenario file. */
export const formatScenario = (scenario: Scenario): string => `${JSON.stringify(scenario, undefined, 2)}\n`;
