import { describe, expect, it } from 'vitest';
import { pactEnvironment } from './pact-program.ts';

const env = {
  PATH: '/bin',
  https_proxy: 'http://proxy:3128',
  HTTP_PROXY: 'http://proxy:3128',
  no_proxy: 'intranet',
  PACT_X: '1',
  OTEL_EXPORTER: 'somewhere',
};

describe('the environment of the pact program', () => {
  it('leads to another machine through the proxy that is set, and to this one past it', () => {
    const there = pactEnvironment(env, new URL('https://backend.example'), /^PACT_/);
    expect(there).toMatchObject({ PATH: '/bin', https_proxy: 'http://proxy:3128', HTTP_PROXY: 'http://proxy:3128' });
    expect(there['NO_PROXY']?.split(',')).toEqual(['intranet', '127.0.0.1', 'localhost', '::1']);
    expect(there['no_proxy']).toBe(there['NO_PROXY']);
  });

  it.each(['http://127.0.0.1:80', 'http://localhost', 'http://[::1]:8080'])('has no proxy where all is on this machine: %s', (url) => {
    expect(Object.keys(pactEnvironment(env, new URL(url), /^PACT_/)).filter((name) => /^https?_proxy$/i.test(name))).toEqual([]);
  });

  it('reports to nobody, and leaves out what is not its own', () => {
    const names = Object.keys(pactEnvironment(env, new URL('https://backend.example'), /^PACT_X$/));
    expect(names).toContain('PACT_DO_NOT_TRACK');
    expect(names).not.toContain('PACT_X');
    expect(names).not.toContain('OTEL_EXPORTER');
  });
});
