import {
  type AdPlatform,
  AdPlatformError,
  type Channels,
  type FailureKind,
  type PostSpec,
  type RemotePost,
} from '#server/channel/ad-platform.ts';
import type { TestApp } from './app.ts';
import { contentFixtures } from './content.ts';
import { testVault } from './outside.ts';

const AT = new Date('2026-11-01T02:00:00Z');
const kept = { created_at: AT, updated_at: AT };

interface KnownPost extends RemotePost {
  page: string;
  tag: string;
  spec: PostSpec;
}

/** A channel that accepts posts, and fails where a test says so. */
export class FakePosts {
  readonly posts = new Map<string, KnownPost>();
  /** By a part of the text: refused, lost on the way there or on the way back. */
  readonly faults = new Map<string, FailureKind>();
  /** By a part of the text: the state of the post on the channel. */
  readonly states = new Map<string, Partial<RemotePost>>();
  /** Tags for which a search fails. */
  readonly hidden = new Set<string>();
  /** Number of bytes read of each file, by name. */
  readonly bytesRead = new Map<string, number>();

  #serial = 0;

  readonly channels: Channels = { of: () => this.#platform as AdPlatform, connectorsFor: () => ['sandbox'] };

  readonly #platform: Pick<AdPlatform, 'createPost' | 'findPost' | 'postState' | 'deletePost'> = {
    createPost: async (_tok, page, spec, tag) => {
      const kind = this.#faultOf(spec.message);
      if (kind !== undefined && kind !== 'unknown')
        throw new AdPlatformError(kind, { code: 100, subcode: 33, title: 'No', userMessage: 'the page said no' });
      if (spec.file !== null) {
        let bytes = 0;
        for await (const chunk of spec.file.open()) bytes += Buffer.from(chunk as Buffer).length;
        this.bytesRead.set(spec.file.name, bytes);
      }
      this.#serial += 1;
      const post_id = `${page}_${this.#serial}`;
      const state = [...this.states].find(([part]) => spec.message.includes(part))?.[1];
      const plain: RemotePost = { id: post_id, status: 'ready', eligible: true, reactions: 0, comments: 0, shares: 0 };
      this.posts.set(post_id, { ...plain, ...state, page, tag, spec });
      if (kind === 'unknown') throw new AdPlatformError('unknown', { code: 1 });
      return { post_id };
    },
    findPost: async (_tok, page, { tag }) => {
      if (this.hidden.has(tag)) throw new AdPlatformError('down', { code: 2 });
      const found = [...this.posts.values()].find((post) => post.page === page && post.tag === tag);
      return found === undefined ? null : { post_id: found.id };
    },
    postState: async (_tok, _page, id) => this.posts.get(id) ?? null,
    deletePost: async (_tok, _page, id) => {
      const kind = this.#faultOf(this.posts.get(id)?.spec.message ?? '');
      if (kind === 'rejected') throw new AdPlatformError(kind, { code: 100, userMessage: 'it stays' });
      this.posts.delete(id);
    },
  };

  #faultOf(message: string): FailureKind | undefined {
    return [...this.faults].find(([part]) => message.includes(part))?.[1];
  }
}

/** Writes homepages, landing pages and posts directly to the database, in addition to the rows of `contentFixtures`. */
export function postFixtures(server: () => Pick<TestApp, 'db'>) {
  let serial = 0;
  const content = contentFixtures(server);
  const next = () => {
    serial += 1;
    return serial;
  };

  /** A homepage granted by a person whose owner is `by`. */
  async function homepage(by: string, more: Record<string, unknown> = {}): Promise<number> {
    const n = next();
    const person = await server()
      .db.insertInto('personal_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_user_id: `80000000000${n}`,
        name: `授权人 ${n}`,
        usage: 'self',
        owner_user_id: await content.idOf(by),
        access_token_enc: testVault.seal(`person ${n}`, 'personal_account.access_token'),
        status: 'active',
        ...kept,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const values = {
      channel: 'meta' as const,
      connector: 'sandbox' as const,
      platform_page_id: `70000000000${n}`,
      name: `主页 ${n}`,
      personal_account_id: person.id,
      tasks: ['ADVERTISE', 'CREATE_CONTENT'],
      is_published: true,
      biz: 'dj' as const,
      status: 'active' as const,
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('homepage').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  /** A landing page of a site that is assigned to `by`. */
  async function landing(by: string, drama_id: number | null, more: { biz?: 'dj' | 'ec'; product_id?: number } = {}): Promise<number> {
    const n = next();
    const site = await content.site({ biz: more.biz ?? 'dj', kind: 'h5', domain: `drama-page${n}.test` });
    const user_id = await content.idOf(by);
    await server().db.insertInto('asset_assign').values({ asset_type: 'site', asset_id: site, user_id, from_at: AT }).execute();
    const values = {
      site_id: site,
      biz: 'dj' as const,
      drama_id,
      title: `落地页 ${n}`,
      slug: `ep-${n}`,
      template: 'list' as const,
      language: 'en',
      status: 'online' as const,
      ...more,
    };
    return (
      await server()
        .db.insertInto('landing_page')
        .values({ ...values, ...kept })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  }

  async function post(by: string, more: Record<string, unknown> & { homepage_id: number }): Promise<number> {
    const n = next();
    const values = {
      type: 'video' as const,
      message: `正文 ${n}`,
      call_to_action: 'WATCH_MORE',
      link_url: `https://drama${n}.test/`,
      status: 'draft' as const,
      owner_user_id: await content.idOf(by),
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('post').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  return { ...content, homepage, landing, post };
}
