import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { urlTagMacros } from '#contracts/endpoints/sites.ts';
import { domainOf as domainInConsole, MACROS, tagsFault } from '#machines/auth-site/site-rules.ts';
import { domainOf as domainOnServer, urlTagsFault } from '#server/domain/assets/sites.rules.ts';

const RUNS = { numRuns: 3000 };
const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9-]{1,6}$/),
  fc.constantFrom('drama', 'Bücher', '短剧', 'xn--bcher-kva', 'a'.repeat(63), 'a'.repeat(64), '1', ''),
);
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 5 }), fc.constantFrom('.', '..', '。'))
  .map(([parts, dot]) => parts.join(dot));
const anything = fc.oneof(
  fc.string(),
  fc.constantFrom('https://a.test', 'a.test/', 'a.test:80', 'a@b.test', '127.0.0.1', '0x7f.1', 'a b.test', '[::1]'),
);

const macro = fc.constantFrom('{{ad.id}}', '{{adset.id}}', '{{placement}}', '{{x}}', '{{ ad.id }}', '{{', '}}', '');
const tag = fc
  .tuple(fc.constantFrom('ad_id', 'a', 'b', 'a b', '', '?ad_id'), fc.constantFrom('=', ''), macro)
  .map((parts) => parts.join(''));
const tags = fc.oneof(
  fc.array(fc.oneof(tag, fc.constant('ad_id={{ad.id}}')), { maxLength: 5 }).map((parts) => parts.join('&')),
  fc.string(),
);

describe('console and server say the same of a site', () => {
  it('whether a text is a domain, and how it is kept', () => {
    fc.assert(
      fc.property(fc.oneof(host, anything), (typed) => {
        expect(domainInConsole(typed), JSON.stringify(typed)).toBe(domainOnServer(typed));
      }),
      RUNS,
    );
    expect(domainOnServer('Drama.Test')).toBe('drama.test');
  });

  it('whether tags can be used', () => {
    fc.assert(
      fc.property(tags, (typed) => {
        const trimmed = typed.trim();
        expect(tagsFault(trimmed) === undefined, JSON.stringify(typed)).toBe(urlTagsFault(trimmed) === null);
      }),
      RUNS,
    );
    expect(urlTagsFault('ad_id={{ad.id}}&p={{placement}}')).toBeNull();
  });

  it('which macros the channel fills in', () => {
    expect(MACROS).toEqual([...urlTagMacros]);
  });
});
