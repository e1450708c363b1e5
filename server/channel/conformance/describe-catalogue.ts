import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueDrama, CatalogueProduct, CatalogueSource } from '../catalogue-source.ts';
import type { Cursor } from '../site-feed.ts';
import { collect, describeRows } from './describe-rows.ts';

/** A catalogue with dramas and products, with the ways a test can control it. */
export interface CatalogueUnderTest {
  catalogue: CatalogueSource;
  /** Advances the time, so that the catalogue changes. */
  wait(by: { hours: number }): void;
  close(): Promise<void>;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The behaviour that every catalogue of dramas and products must have. */
export function describeCatalogue(name: string, open: () => Promise<CatalogueUnderTest>): void {
  describe(`${name} as a catalogue`, () => {
    let underTest: CatalogueUnderTest;
    beforeAll(async () => {
      underTest = await open();
    });
    afterAll(() => underTest.close());

    describeRows(
      [
        {
          what: 'dramas',
          least: 1,
          read: (since: Cursor) => underTest.catalogue.dramas(since),
          keyOf: ({ code }: CatalogueDrama) => code,
        },
        {
          what: 'products',
          least: 1,
          read: (since: Cursor) => underTest.catalogue.products(since),
          keyOf: ({ sku }: CatalogueProduct) => sku,
        },
      ],
      () => underTest.wait({ hours: 72 }),
    );

    it('describes dramas that can be published', async () => {
      for (const drama of await collect(underTest.catalogue.dramas(null))) {
        expect(drama.code).toMatch(/^[A-Z0-9-]{2,24}$/);
        expect(drama.title).toMatch(/^\S.{0,79}$/);
        expect(drama.language).toMatch(/^[a-z-]{1,20}$/);
        expect(drama.genres.length).toBeGreaterThanOrEqual(1);
        expect(drama.genres.length).toBeLessThanOrEqual(5);
        expect(drama.free_episodes).toBeGreaterThanOrEqual(1);
        expect(drama.free_episodes).toBeLessThan(drama.episodes_total);
        for (const date of [drama.online_at, drama.copyright_until]) expect(date ?? '2026-01-01').toMatch(DATE);
      }
    });

    it('describes products that have a page and a price', async () => {
      for (const product of await collect(underTest.catalogue.products(null))) {
        expect(product.sku).toMatch(/^\S.{0,39}$/);
        expect(product.name).toMatch(/^\S.{0,119}$/);
        expect(product.price).toBeGreaterThan(0);
        expect(Number.isInteger(product.price)).toBe(true);
        expect(product.currency).toMatch(/^[A-Z]{3}$/);
        expect(new URL(product.url).protocol).toBe('https:');
      }
    });
  });
}
