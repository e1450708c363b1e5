import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault, VaultProblem } from './vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const [first, second] = [key('first'), key('second')];
const vault = createVault([first]);

describe('the vault', () => {
  it('opens what it sealed for the same place only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, place) => {
        const sealed = vault.seal(secret, place);
        expect(vault.open(sealed, place)).toBe(secret);
        expect(() => vault.open(sealed, `${place}.`)).toThrow(VaultProblem);
      }),
    );
  });

  it('seals the same secret differently each time and reveals nothing', () => {
    const secret = 'EAAB-canary-1234567890';
    const [one, two] = [vault.seal(secret, 'x'), vault.seal(secret, 'x')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('canary');
  });

  it('refuses a change of any single character without revealing the content', () => {
    const sealed = vault.seal('EAAB-canary-1234567890', 'x');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      // Some bits of the last Base64 character are unused.
      if (at === sealed.length - 1 && Buffer.from(changed, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
      let said = '';
      try {
        vault.open(changed, 'x');
      } catch (error) {
        said = (error as Error).message;
      }
      expect(said, `at ${at}`).not.toBe('');
      expect(said).not.toContain('canary');
    }
  });

  it('opens with every key, seals with the first, and recognises what must be sealed again', () => {
    const old = vault.seal('secret', 'x');
    const rotated = createVault([second, first]);
    expect(rotated.open(old, 'x')).toBe('secret');
    expect(rotated.isOld(old)).toBe(true);
    const renewed = rotated.seal(rotated.open(old, 'x'), 'x');
    expect(rotated.isOld(renewed)).toBe(false);
    expect(() => vault.open(renewed, 'x')).toThrow('"second"');
    expect(createVault([second]).open(renewed, 'x')).toBe('secret');
  });

  it('derives a separate, stable key for each purpose', () => {
    expect(vault.derive('a')).toEqual(createVault([first]).derive('a'));
    expect(vault.derive('a')).not.toEqual(vault.derive('b'));
    expect(vault.derive('a')).not.toEqual(first.key);
  });

  it('requires at least one key and unique key names', () => {
    expect(() => createVault([])).toThrow(VaultProblem);
    expect(() => createVault([first, { ...second, id: 'first' }])).toThrow(VaultProblem);
  });
});
