import { expect, it } from 'vitest';
import { invertSwitch } from './invert-switch.ts';

it('a switch is undone by its opposite, with the same parameters', () => {
  expect(invertSwitch<string>({ action: 'close', ...{ level: 'ad' } })).toEqual({ action: 'open', level: 'ad' });
  expect(invertSwitch<string>({ action: 'enable' })).toEqual({ action: 'disable' });
  expect(invertSwitch<string>({ action: 'sync' })).toBeUndefined();
});
