import type { Cursor } from './site-feed.ts';

/*
 * The company's catalogue of dramas and products. Every row carries the cursor to continue after it, and a later row with the same key
 * replaces the earlier one. Targets, stages and covers are kept here, not in the catalogue.
 */

interface CatalogueRow {
  /** Reading continues after this row from here. */
  readonly cursor: string;
}

/** A drama in its current state, keyed by `code`. Dates are `YYYY-MM-DD`. */
export interface CatalogueDrama extends CatalogueRow {
  code: string;
  title: string;
  title_en: string | null;
  language: string;
  genres: string[];
  episodes_total: number;
  free_episodes: number;
  price_model: 'coin' | 'subscription' | 'hybrid';
  online_at: string | null;
  copyright_until: string | null;
}

/** A product in its current state, keyed by `sku`. Its site is the one its page is on; the price is in minor units. */
export interface CatalogueProduct extends CatalogueRow {
  sku: string;
  name: string;
  price: number;
  currency: string;
  url: string;
}

/** Rows come in the order they became known; no older row follows later. */
export interface CatalogueSource {
  dramas(since: Cursor): AsyncIterable<CatalogueDrama>;
  products(since: Cursor): AsyncIterable<CatalogueProduct>;
}
