import { expect, it } from 'vitest';
import { invertSwitch } from './invert-switch.ts';

it('a switch is undone by its opposite, with the same parameters', () => {
  const closing: { action: string } = Object.assign({ action: 'close' }, { level: 'ad' });
  expect(invertSwitch(closing)).toEqual({ action: 'open', level: 'ad' });
  expect(invertSwitch<string>({ action: 'enable' })).toEqual({ action: 'disable' });
  expect(invertSwitch<string>({ action: 'sync' })).toBeUndefined();
});
