import { describe, expect, it } from 'vitest';
import { normalised, type PactFile } from './normalised.ts';

const file: PactFile = {
  provider: { name: 'provider' },
  consumer: { name: 'consumer' },
  interactions: [
    { description: 'b', response: { status: 200, body: { content: { z: [2, 1], a: null } } } },
    { description: 'a', response: { matchingRules: { '$.data': {} } } },
  ],
  metadata: { pactRust: { models: '1.2.3' }, pactSpecification: { version: '4.0' } },
};

describe('a pact file', () => {
  it('has the same bytes whatever the order it was written in', () => {
    const shuffled: PactFile = {
      metadata: { pactSpecification: { version: '4.0' }, pactRust: { models: '9.9.9' } },
      interactions: [
        { response: { matchingRules: { '$.data': {} } }, description: 'a' },
        { response: { body: { content: { a: null, z: [2, 1] } }, status: 200 }, description: 'b' },
      ],
      consumer: { name: 'consumer' },
      provider: { name: 'provider' },
    };
    expect(normalised(shuffled)).toBe(normalised(file));
  });

  it('does not change when normalised again', () => {
    expect(normalised(JSON.parse(normalised(file)))).toBe(normalised(file));
  });

  it('loses only the versions of the library', () => {
    expect(JSON.parse(normalised(file))).toEqual({
      ...file,
      interactions: file.interactions.toReversed(),
      metadata: { pactSpecification: { version: '4.0' } },
    });
  });

  it('keeps the order of lists, which is part of the agreement', () => {
    const turned = structuredClone(file);
    turned.interactions[0]!.response = { status: 200, body: { content: { z: [1, 2], a: null } } };
    expect(normalised(turned)).not.toBe(normalised(file));
  });
});
