import { createHash, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type AdGroupSpec,
  type AdPlatform,
  AdPlatformError,
  type BreakdownKind,
  type ConversionEvent,
  type EntityPatch,
  type FileRef,
  type Level,
  type NewObject,
  type PostSpec,
  type RemoteEntity,
  type Tok,
  UNKNOWN_USER,
} from '../../ad-platform.ts';
import type { SandboxDatabase } from '../../sandbox/tables.ts';
import type { MetaConfig } from '../config.ts';
import { answersOf, optionalAnswer, textsOf } from '../graph/answer.ts';
import { proofOf } from '../graph/call.ts';
import { accountIdOf } from '../ids.ts';
import { readInstant } from '../times.ts';
import { type DoubleRequest, pick, readRequest } from './request.ts';
import {
  attributionOf,
  type MediaKind,
  toAccountNode,
  toAudienceNode,
  toBreakdownNode,
  toEntityNode,
  toErrorBody,
  toInsightNode,
  toWireTime,
  type Wire,
} from './wire.ts';

const BREAKDOWNS: Readonly<Record<string, BreakdownKind>> = {
  age: 'age',
  gender: 'gender',
  country: 'country',
  impression_device: 'device',
};

/** The simulated world behind the double. */
export interface World {
  readonly platform: AdPlatform;
  readonly db: SandboxDatabase;
  readonly now: () => Date;
}

/** What a test makes go wrong with a request. */
export type Fault =
  /** No connection: nothing is done. */
  | 'refused'
  /** The connection breaks after the work is done. */
  | 'lost'
  /** A proxy answers with a page instead of JSON; nothing is done. */
  | 'html'
  /** The work is done, and the answer breaks off in the middle. */
  | 'truncated'
  /** The network asks to try again later; nothing is done. */
  | 'transient'
  /** The answer comes with status 200 and contains an error; nothing is done. */
  | 'error200'
  /** The listing is too large for one answer. */
  | 'tooMuch';

/** A request as a judge sees it. */
export interface RecordedRequest {
  readonly method: string;
  readonly node: string;
  readonly edge: string;
  readonly parameters: Wire;
}

export interface Double {
  /** Answers in the process, like fetch. */
  readonly fetch: typeof fetch;
  readonly handle: (request: Request) => Promise<Response>;
  readonly requests: RecordedRequest[];
  /** Rules of the wire that a request broke, such as a token in an address. */
  readonly violations: string[];
  /** How many calls it refused because their account had used up its quota. */
  blockedCalls(): number;
  /** The signed notice that an object of an ad account changed; null for an account whose changes nobody asked for. */
  notice(account: string, changes: readonly { field: string; value: Wire }[]): SignedNotice | null;
  /** What each answer says about the end of the version in use; null for nothing. */
  versionWarning: string | null;
  /** Decides what goes wrong with a request; null for nothing. */
  plan: (request: DoubleRequest) => Fault | null;
}

/** What the network posts to the address that the operator entered. */
export interface SignedNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DoubleOptions {
  readonly world: World;
  readonly config: MetaConfig;
  /** Rows per page, at most. */
  readonly pageSize?: number;
  /** Bytes per piece of a video. */
  readonly pieceSize?: number;
  /** Counts the points of the limited tier, and blocks an account that has too many. */
  readonly isLimited?: boolean;
}

/** Thrown instead of an answer when the connection breaks. */
export class BrokenConnection extends TypeError {
  constructor(code: string) {
    super('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  }
}

const refuse = (code: number, subcode?: number, userMessage = 'The double refuses it.'): AdPlatformError =>
  new AdPlatformError('rejected', { code, subcode, title: 'Refused', userMessage });
/** Tells the sender of a file where the network wants to go on. */
class WrongPlace extends AdPlatformError {
  readonly details: Wire;
  constructor(details: Wire) {
    super('rejected', { code: 6000, subcode: 1_363_037, title: 'Refused' });
    this.details = details;
  }
}
const missing = () => refuse(100, 33, 'It does not exist, or may not be used.');

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Some entries of the lists of languages and interests. */
const LOCALES = [
  { key: 6, name: 'English (US)' },
  { key: 24, name: 'English (UK)' },
  { key: 1001, name: 'English (All)' },
  { key: 11, name: 'Japanese' },
  { key: 16, name: 'Portuguese (Brazil)' },
  { key: 31, name: 'Portuguese (Portugal)' },
  { key: 7, name: 'Spanish (Spain)' },
  { key: 23, name: 'Spanish' },
  { key: 1002, name: 'Spanish (All)' },
  { key: 20, name: 'Simplified Chinese (China)' },
  { key: 22, name: 'Traditional Chinese (Taiwan)' },
  { key: 1004, name: 'Chinese (All)' },
] as const;
const INTERESTS = [
  { id: '6003', name: 'Drama' },
  { id: '6003225504822', name: 'Romance novels' },
] as const;

const LEVELS: Readonly<Record<string, Level>> = { campaigns: 'campaign', adsets: 'ad_group', ads: 'ad' };
const NODES = { campaign: 'Campaign', ad_group: 'AdSet', ad: 'Ad' } as const satisfies Record<Level, string>;
const STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
const textIn = (wire: Wire, name: string): string | null => (wire[name] === undefined ? null : String(wire[name]));
const numberIn = (wire: Wire, name: string): number | null => (wire[name] === undefined ? null : Number(wire[name]));
const wireIn = (wire: Wire, name: string): Wire => optionalAnswer(wire, name) ?? {};
const listIn = (wire: Wire, name: string): Wire[] => answersOf(wire, name);
/** Seconds since 1970, or an instant as text. */
const timeIn = (wire: Wire, name: string): Date | null => {
  const text = textIn(wire, name);
  if (text === null) return null;
  return /^\d+$/.test(text) ? new Date(Number(text) * 1000) : readInstant(text);
};
const isValidation = (wire: Wire): boolean => textsOf(wire, 'execution_options').includes('validate_only');
const tagIn = (wire: Wire): string => textIn(listIn(wire, 'adlabels')[0] ?? {}, 'name') ?? 'untagged';

interface Upload {
  /** Null for a video of a page. */
  account: string | null;
  page: string | null;
  size: number;
  pieces: Buffer[];
  received: number;
}

/** The limited tier: most points, and the time in which as many are forgiven or a block lasts. */
const LIMITED = { points: 60, ms: 300_000 };

/** The network in its wire format, in front of the simulated world. */
export function createDouble({ world, config, pageSize = 25, pieceSize = 7, isLimited = false }: DoubleOptions): Double {
  const { platform, db } = world;
  const uploads = new Map<string, Upload>();
  /** Files of accounts by the id of their video, and posts by theirs. */
  const assetOfVideo = new Map<string, string>();
  const postOfVideo = new Map<string, { page: string; post: string }>();
  const runs = new Map<string, { account: string; rows: Wire[]; asked: number }>();
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  /** Ad accounts whose changes are told. */
  const watched = new Set<string>();
  const quotas = new Map<string, { points: number; at: number; blockedUntil: number }>();
  let serial = 0;
  let blocked = 0;
  const nextId = () => `77${String((serial += 1)).padStart(13, '0')}`;

  const mediaOf =
    (kinds: ReadonlyMap<string, string>) =>
    (asset: string): MediaKind => {
      const video = [...assetOfVideo].find(([, own]) => own === asset)?.[0];
      return video === undefined && !(kinds.get(asset) ?? '').startsWith('video/')
        ? { kind: 'image', id: asset }
        : { kind: 'video', id: video ?? asset };
    };

  async function loadKinds(entities: readonly RemoteEntity[]): Promise<ReadonlyMap<string, string>> {
    const ids = entities.flatMap((entity) => (entity.level === 'ad' && entity.spec.asset_id !== null ? [entity.spec.asset_id] : []));
    const rows = await db
      .selectFrom('sbx_asset')
      .select(['id', 'mime'])
      .where('id', 'in', ['', ...ids])
      .execute();
    return new Map(rows.map(({ id, mime }) => [id, mime]));
  }

  const bytesRef = (bytes: Buffer, name: string, mime: string): FileRef => ({
    name,
    mime,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  });

  /** A page of rows with its cursor. The ready-made next address contains a token, which nobody must follow. */
  function toPage(rows: readonly Wire[], { parameters, token }: DoubleRequest): Wire {
    const limit = Math.min(numberIn(parameters, 'limit') ?? 25, pageSize);
    const from = Number(Buffer.from(textIn(parameters, 'after') ?? '', 'base64url').toString() || 0);
    const data = rows.slice(from, from + limit);
    const end = from + data.length;
    const cursors = { before: 'start', after: Buffer.from(String(end)).toString('base64url') };
    const next = end < rows.length ? { next: `https://graph.facebook.com/next?access_token=${token}` } : {};
    return { data, paging: { cursors, ...next } };
  }

  async function loadAccount(t: Tok, id: string) {
    const found = (await collect(platform.listAdAccounts(t))).find((account) => account.id === id);
    if (found === undefined) throw missing();
    return found;
  }

  async function listEntities(t: Tok, account: string, level: Level, parameters: Wire): Promise<Wire[]> {
    const since = numberIn(parameters, 'updated_since');
    const filters = listIn(parameters, 'filtering');
    const statuses = parameters['effective_status'];
    const known = ['adlabels', 'campaign.updated_time'];
    const unknown = filters.find((filter) => !known.includes(String(filter['field'])));
    if (unknown !== undefined) throw refuse(100, 1815001, `Filtering by ${String(unknown['field'])} is not possible.`);
    const changed = filters.find((filter) => filter['field'] === 'campaign.updated_time');
    const labelled = filters.find((filter) => filter['field'] === 'adlabels');
    const from = since ?? (changed === undefined ? null : Number(changed['value']));
    const all = await collect(platform.changedSince(t, account, from === null ? new Date(0) : new Date(from * 1000)));
    const entities = all.filter(
      (entity) =>
        entity.level === level &&
        (labelled === undefined || textsOf(labelled, 'value').includes(entity.tag ?? '')) &&
        (Array.isArray(statuses) ? statuses.includes(entity.effective_status) : entity.effective_status !== 'ARCHIVED'),
    );
    const media = mediaOf(await loadKinds(entities));
    return entities.map((entity) => pick(toEntityNode(entity, media), parameters));
  }

  async function findEntity(id: string): Promise<{ level: Level; account: string } | null> {
    for (const [level, table] of [
      ['campaign', 'sbx_campaign'],
      ['ad_group', 'sbx_group'],
      ['ad', 'sbx_ad'],
    ] as const) {
      const found = await db.selectFrom(table).select('account_id').where('id', '=', id).executeTakeFirst();
      if (found !== undefined) return { level, account: found.account_id };
    }
    return null;
  }

  async function createEntity(t: Tok, account: string, wire: Wire, object: NewObject): Promise<Wire> {
    const tag = tagIn(wire);
    if (isValidation(wire)) {
      await platform.validate(t, account, object);
      return { success: true };
    }
    if (object.level === 'campaign') return await platform.createCampaign(t, account, object.spec, tag);
    if (object.level === 'ad_group') return await platform.createAdGroup(t, account, object.spec, tag);
    return await platform.createAd(t, account, object.spec, tag);
  }

  async function toNewObject(level: Level, wire: Wire): Promise<NewObject> {
    const common = { name: textIn(wire, 'name') ?? '', status: wire['status'] === 'ACTIVE' ? ('ACTIVE' as const) : ('PAUSED' as const) };
    const budgets = { daily_budget: numberIn(wire, 'daily_budget'), lifetime_budget: numberIn(wire, 'lifetime_budget') };
    if (level === 'campaign') {
      if (!Array.isArray(wire['special_ad_categories'])) throw refuse(100, undefined, 'special_ad_categories is required.');
      const hasBudget = budgets.daily_budget !== null || budgets.lifetime_budget !== null;
      if (!hasBudget && wire['is_adset_budget_sharing_enabled'] === undefined) throw refuse(100, 4_834_011);
      const times = { start_at: timeIn(wire, 'start_time'), stop_at: timeIn(wire, 'stop_time') };
      const special_ad_categories = textsOf(wire, 'special_ad_categories').filter((each) => each !== 'NONE');
      const spec = {
        ...common,
        ...budgets,
        ...times,
        special_ad_categories,
        special_ad_countries: textsOf(wire, 'special_ad_category_country'),
        spend_cap: numberIn(wire, 'spend_cap'),
        bid_strategy: textIn(wire, 'bid_strategy'),
      };
      return { level, spec: { ...spec, objective: textIn(wire, 'objective') ?? '' } };
    }
    if (level === 'ad_group') return { level, spec: await toGroupSpec(wire, { ...common, ...budgets }) };
    const creative = wireIn(wire, 'creative');
    // The network accepts it, and then shows something else than was uploaded.
    if (Object.keys(wireIn(wireIn(creative, 'degrees_of_freedom_spec'), 'creative_features_spec')).length === 0)
      violations.push('an ad whose creative the network may change');
    const story = wireIn(creative, 'object_story_spec');
    const video = wireIn(story, 'video_data');
    const link = wireIn(story, 'link_data');
    const content = story['video_data'] === undefined ? link : video;
    const button = wireIn(content, 'call_to_action');
    const post_id = textIn(creative, 'object_story_id');
    const videoId = textIn(video, 'video_id');
    const post = await db
      .selectFrom('sbx_post')
      .select('call_to_action')
      .where('id', '=', post_id ?? '')
      .executeTakeFirst();
    if (videoId !== null && textIn(video, 'image_hash') === null) throw refuse(100, 1_443_226, 'A video needs a picture.');
    const spec = {
      ...common,
      ad_group_id: textIn(wire, 'adset_id') ?? '',
      special_ad_categories: textIn(creative, 'authorization_category') === 'POLITICAL' ? ['ISSUES_ELECTIONS_POLITICS'] : [],
      page_id: textIn(story, 'page_id') ?? post_id?.split('_')[0] ?? '',
      post_id,
      asset_id: videoId === null ? textIn(link, 'image_hash') : (assetOfVideo.get(videoId) ?? videoId),
      primary_text: textIn(content, 'message') ?? '',
      headline: textIn(content, 'title') ?? textIn(content, 'name'),
      description: textIn(content, 'link_description') ?? textIn(content, 'description'),
      call_to_action: textIn(button, 'type') ?? post?.call_to_action ?? 'NO_BUTTON',
      link: textIn(wireIn(button, 'value'), 'link') ?? textIn(link, 'link'),
      url_tags: textIn(creative, 'url_tags') ?? '',
      traits: { sha256: null, content: null, landing: null, price_minor: null, biz: 'dj' as const },
    };
    return { level, spec };
  }

  async function toGroupSpec(
    wire: Wire,
    common: Pick<AdGroupSpec, 'name' | 'status' | 'daily_budget' | 'lifetime_budget'>,
  ): Promise<AdGroupSpec> {
    const campaign_id = textIn(wire, 'campaign_id') ?? '';
    const bid_strategy = textIn(wire, 'bid_strategy');
    // The world keeps the strategy at the campaign, whoever has the budget.
    if (bid_strategy !== null && !isValidation(wire))
      await db.updateTable('sbx_campaign').set({ bid_strategy }).where('id', '=', campaign_id).where('bid_strategy', 'is', null).execute();
    const targeting = wireIn(wire, 'targeting');
    const automation = wireIn(targeting, 'targeting_automation');
    if (automation['advantage_audience'] === undefined) throw refuse(100, 1_870_227);
    if ((wire['dsa_beneficiary'] === undefined) !== (wire['dsa_payor'] === undefined)) throw refuse(100, undefined, 'Name both or none.');
    const promoted = wireIn(wire, 'promoted_object');
    const appId = textIn(promoted, 'application_id');
    const { countries } = wireIn(targeting, 'geo_locations');
    return {
      ...common,
      campaign_id,
      optimization_goal: textIn(wire, 'optimization_goal') ?? '',
      billing_event: textIn(wire, 'billing_event') ?? '',
      bid_strategy,
      bid_amount: numberIn(wire, 'bid_amount'),
      roas_floor_bp: numberIn(wireIn(wire, 'bid_constraints'), 'roas_average_floor'),
      pixel_id: textIn(promoted, 'pixel_id'),
      custom_event_type: textIn(promoted, 'custom_event_type'),
      app: appId === null ? null : { id: appId, store_url: textIn(promoted, 'object_store_url') ?? '' },
      page_id: textIn(promoted, 'page_id'),
      attribution: attributionOf(wire['attribution_spec']),
      targeting: { ...toAudience(targeting), countries: Array.isArray(countries) ? countries.map(String) : [], wire: targeting },
      beneficiary: textIn(wire, 'dsa_beneficiary'),
      payer: textIn(wire, 'dsa_payor'),
      start_at: timeIn(wire, 'start_time'),
      end_at: timeIn(wire, 'end_time'),
    };
  }

  /** The parts of an audience that some special categories leave open. */
  const toAudience = (targeting: Wire) => ({
    age_min: numberIn(targeting, 'age_min') ?? 18,
    age_max: numberIn(targeting, 'age_max') ?? 65,
    genders: targeting['genders'] === undefined ? 'all' : 'some',
    interests: listIn(targeting, 'flexible_spec'),
  });

  function toPatch(level: Level, wire: Wire): EntityPatch {
    const end_time = timeIn(wire, level === 'campaign' ? 'stop_time' : 'end_time');
    const targeting = wire['targeting'] === undefined ? undefined : wireIn(wire, 'targeting');
    const { countries } = wireIn(targeting ?? {}, 'geo_locations');
    const status = STATUSES.find((each) => each === wire['status']);
    return {
      ...(status === undefined ? {} : { status }),
      ...(wire['name'] === undefined ? {} : { name: String(wire['name']) }),
      ...(wire['daily_budget'] === undefined ? {} : { daily_budget: Number(wire['daily_budget']) }),
      ...(wire['lifetime_budget'] === undefined ? {} : { lifetime_budget: Number(wire['lifetime_budget']) }),
      ...(wire['bid_amount'] === undefined ? {} : { bid_amount: Number(wire['bid_amount']) }),
      ...(end_time === null ? {} : { end_time }),
      ...(targeting === undefined
        ? {}
        : { targeting: { countries: Array.isArray(countries) ? countries.map(String) : [], wire: targeting } }),
    };
  }

  function startUpload(place: Pick<Upload, 'account' | 'page'>, wire: Wire): Wire {
    const id = nextId();
    const size = Number(wire['file_size']);
    uploads.set(id, { ...place, size, pieces: [], received: 0 });
    return { upload_session_id: id, video_id: `8${id}`, start_offset: '0', end_offset: String(Math.min(size, pieceSize)) };
  }

  function transfer({ parameters, part }: DoubleRequest): Wire {
    const upload = uploads.get(textIn(parameters, 'upload_session_id') ?? '');
    if (upload === undefined || part?.field !== 'video_file_chunk') throw refuse(100, 1_363_019);
    const next = { start_offset: String(upload.received), end_offset: String(Math.min(upload.size, upload.received + pieceSize)) };
    if (numberIn(parameters, 'start_offset') !== upload.received) throw new WrongPlace(next);
    upload.pieces.push(part.bytes);
    upload.received += part.bytes.length;
    return { start_offset: String(upload.received), end_offset: String(Math.min(upload.size, upload.received + pieceSize)) };
  }

  async function finish(t: Tok, { parameters }: DoubleRequest): Promise<Wire> {
    const id = textIn(parameters, 'upload_session_id') ?? '';
    const upload = uploads.get(id);
    if (upload === undefined || upload.received !== upload.size) throw refuse(6000, 1_363_037);
    const bytes = Buffer.concat(upload.pieces);
    if (upload.account !== null) {
      const file = bytesRef(bytes, textIn(parameters, 'name') ?? '', 'video/mp4');
      const { asset_id } = await platform.uploadAsset(t, upload.account, file, textIn(parameters, 'title') ?? '');
      assetOfVideo.set(`8${id}`, asset_id);
    } else {
      const file = bytesRef(bytes, 'video', 'video/mp4');
      const { post_id } = await platform.createPost(t, upload.page ?? '', toPostSpec('video', parameters, file), nextId());
      postOfVideo.set(`8${id}`, { page: upload.page ?? '', post: post_id });
    }
    return { success: true };
  }

  function toPostSpec(type: PostSpec['type'], wire: Wire, file: FileRef | null): PostSpec {
    const button = wireIn(wire, 'call_to_action');
    const scheduled_at = timeIn(wire, 'scheduled_publish_time');
    return {
      type,
      message: textIn(wire, 'message') ?? textIn(wire, 'caption') ?? textIn(wire, 'description') ?? '',
      headline: type === 'video' ? textIn(wire, 'title') : null,
      description: null,
      call_to_action: textIn(button, 'type') ?? 'NO_BUTTON',
      link: textIn(wire, 'link') ?? textIn(wireIn(button, 'value'), 'link'),
      file,
      published: wire['published'] === 'true' || scheduled_at !== null,
      scheduled_at,
    };
  }

  /** Takes all events of a call or none. */
  async function receiveEvents(t: Tok, pixel: string, { parameters }: DoubleRequest): Promise<Wire> {
    const code = textIn(parameters, 'test_event_code');
    const events = listIn(parameters, 'data').map((wire): ConversionEvent => {
      const custom = wireIn(wire, 'custom_data');
      const user = wireIn(wire, 'user_data');
      if (user['client_user_agent'] === undefined || Object.keys(user).length < 2) throw refuse(100, 2_804_050);
      if (wire['action_source'] !== 'website' || wire['event_source_url'] === undefined) throw refuse(100, 2_804_001);
      return {
        event_id: textIn(wire, 'event_id') ?? '',
        event_name: textIn(wire, 'event_name') ?? '',
        event_time: new Date(Number(wire['event_time']) * 1000),
        value: custom['value'] === undefined ? null : Math.round(Number(custom['value']) * 100),
        currency: textIn(custom, 'currency'),
        url: textIn(wire, 'event_source_url'),
        order_id: textIn(custom, 'order_id'),
        user: {
          ...UNKNOWN_USER,
          user_agent: textIn(user, 'client_user_agent'),
          ip: textIn(user, 'client_ip_address'),
          fbc: textIn(user, 'fbc'),
          fbp: textIn(user, 'fbp'),
          external_id: textIn(user, 'external_id'),
          email_sha256: textIn(user, 'em'),
          phone_sha256: textIn(user, 'ph'),
        },
        test_event_code: code,
      };
    });
    // One bad event refuses the whole call, so that all are tried first.
    const tried = await platform.sendConversion(
      t,
      pixel,
      events.map((event) => ({ ...event, test_event_code: 'TRY' })),
    );
    if (tried.errors.length > 0) throw refuse(100, 2_804_003, 'An event of the call is not valid.');
    const { received } = await platform.sendConversion(t, pixel, events);
    return { events_received: received, messages: [], fbtrace_id: 'A' };
  }

  async function orderReport(t: Tok, account: string, { parameters }: DoubleRequest): Promise<Wire> {
    const range = wireIn(parameters, 'time_range');
    const isHourly = Array.isArray(parameters['breakdowns']);
    const { currency } = await loadAccount(t, account);
    const today = toWireTime(world.now()).slice(0, 10);
    if (String(range['until']) > new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10))
      throw refuse(100, 1_487_749, 'The range lies in the future.');
    const query = { from: String(range['since']), to: String(range['until']), by: isHourly ? 'hour' : 'day' } as const;
    const rows = (await collect(platform.insights(t, account, query))).map((row) => toInsightNode(row, currency));
    const id = nextId();
    const breakdown = isHourly ? ',hourly_stats_aggregated_by_advertiser_time_zone' : '';
    const fields = { fields: `${String(parameters['fields'])}${breakdown}` };
    runs.set(id, { account, rows: rows.map((row) => pick(row, fields)), asked: 0 });
    return { report_run_id: id };
  }

  /** A report passes through its states; completed is told before the rows are there. */
  function reportState(run: { asked: number }): Wire {
    const states = [
      ['Job Not Started', 0],
      ['Job Running', 40],
      ['Job Completed', 80],
      ['Job Completed', 100],
    ] as const;
    const [async_status, async_percent_completion] = states[Math.min(run.asked, states.length - 1)] ?? states[0];
    run.asked += 1;
    return { async_status, async_percent_completion };
  }

  async function listPosts(t: Tok, page: string, edge: string, { parameters }: DoubleRequest): Promise<Wire[]> {
    const { file: _file, ...post } = toPostSpec('link', {}, null);
    await platform.findPost(t, page, { tag: 'none', post, since: new Date(0) });
    const since = timeIn(parameters, 'since');
    const rows = await db
      .selectFrom('sbx_post')
      .selectAll()
      .where('page_id', '=', page)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    const isScheduled = ({ scheduled_at }: (typeof rows)[number]) => scheduled_at !== null && scheduled_at > world.now();
    return rows
      .filter((row) =>
        edge === 'scheduled_posts' ? isScheduled(row) : edge === 'feed' ? row.published && !isScheduled(row) : !row.published,
      )
      .filter((row) => since === null || row.created_at >= since)
      .map((row) => ({
        id: row.id,
        message: row.message,
        created_time: toWireTime(row.created_at),
        call_to_action: row.call_to_action === 'NO_BUTTON' ? undefined : { type: row.call_to_action, value: { link: row.link } },
      }));
  }

  async function postNode(t: Tok, id: string, { parameters }: DoubleRequest): Promise<Wire> {
    const page = id.split('_')[0] ?? '';
    const state = await platform.postState(t, page, id);
    if (state === null) throw missing();
    const stored = await db.selectFrom('sbx_post').select('type').where('id', '=', id).executeTakeFirst();
    const video = [...postOfVideo].find(([, own]) => own.post === id)?.[0];
    return pick(
      {
        id,
        is_published: true,
        is_eligible_for_promotion: state.eligible,
        shares: state.shares === 0 ? undefined : { count: state.shares },
        attachments: stored?.type === 'video' ? { data: [{ media_type: 'video', target: { id: video } }] } : undefined,
        reactions: { data: [], summary: { total_count: state.reactions } },
        comments: { data: [], summary: { total_count: state.comments } },
      },
      parameters,
    );
  }

  async function videoNode(t: Tok, id: string, { parameters }: DoubleRequest): Promise<Wire> {
    const ofPost = postOfVideo.get(id);
    if (ofPost !== undefined) {
      const state = await platform.postState(t, ofPost.page, ofPost.post);
      const named = state?.status === 'failed' ? 'error' : (state?.status ?? 'error');
      const errors = state?.error === undefined ? undefined : [{ code: 1, message: state.error }];
      const status = { video_status: named, processing_phase: { status: named, errors } };
      return pick({ id, post_id: ofPost.post.split('_')[1], status }, parameters);
    }
    const asset = assetOfVideo.get(id) ?? id;
    const stored = await db.selectFrom('sbx_asset').select('account_id').where('id', '=', asset).executeTakeFirst();
    if (stored === undefined) throw missing();
    const named = await platform.assetStatus(t, stored.account_id, asset);
    return pick({ id, status: { video_status: named, processing_phase: { status: named } } }, parameters);
  }

  async function pixelNode(t: Tok, id: string): Promise<Wire> {
    const pixel = await db.selectFrom('sbx_pixel').selectAll().where('id', '=', id).executeTakeFirst();
    if (pixel === undefined) throw missing();
    const { business } = await loadAccount(t, pixel.owner_account);
    return { id, name: pixel.name, owner_business: business ?? undefined };
  }

  const note = (request: DoubleRequest, node: string, edge: string) =>
    void requests.push({ method: request.method, node, edge, parameters: request.parameters });

  async function answerAccount(t: Tok, account: string, edge: string, request: DoubleRequest): Promise<Wire> {
    note(request, 'AdAccount', edge);
    const { method, parameters, part } = request;
    const level = LEVELS[edge];
    if (edge === '') return pick(toAccountNode(await loadAccount(t, account)), parameters);
    if (level !== undefined) {
      if (method === 'POST') return await createEntity(t, account, parameters, await toNewObject(level, parameters));
      return toPage(await listEntities(t, account, level, parameters), request);
    }
    if (edge === 'adspixels') {
      const pixels = await collect(platform.listPixels(t, account));
      const rows = pixels.map(({ owner_account, owner_business, status, last_fired_at, ...pixel }) => ({
        ...pixel,
        ...(owner_business === null ? { owner_ad_account: { id: `act_${owner_account}` } } : { owner_business }),
        is_unavailable: status === 'unavailable',
        last_fired_time: last_fired_at === null ? undefined : last_fired_at.toISOString().replace('Z', '+0000'),
      }));
      return toPage(
        rows.map((row) => pick(row, parameters)),
        request,
      );
    }
    if (edge === 'adimages' && method === 'POST') {
      if (part === null) throw refuse(100, 2_446_388);
      const { asset_id } = await platform.uploadAsset(t, account, bytesRef(part.bytes, part.name, part.mime), part.name);
      return { images: { [part.name]: { hash: asset_id, url: 'https://scontent.fbcdn.net/1.jpg' } } };
    }
    if (edge === 'advideos' && method === 'POST') {
      if (parameters['upload_phase'] === 'start') return startUpload({ account, page: null }, parameters);
      return parameters['upload_phase'] === 'transfer' ? transfer(request) : await finish(t, request);
    }
    if (edge === 'adimages' || edge === 'advideos') {
      const name = textIn(parameters, edge === 'adimages' ? 'name' : 'title') ?? '';
      const found = await platform.findAsset(t, account, name);
      const stored =
        found === null ? undefined : await db.selectFrom('sbx_asset').selectAll().where('id', '=', found.asset_id).executeTakeFirst();
      if (stored === undefined || stored.mime.startsWith('video/') === (edge === 'adimages')) return toPage([], request);
      const video = [...assetOfVideo].find(([, own]) => own === stored.id)?.[0];
      const row = edge === 'adimages' ? { id: `${account}:${stored.id}`, hash: stored.id, name } : { id: video, title: name };
      return toPage([pick(row, parameters)], request);
    }
    if (edge === 'subscribed_apps' && method === 'POST') {
      if (parameters['app_id'] !== config.appId) throw refuse(100);
      watched.add(account);
      return { success: true };
    }
    if (edge === 'insights' && method === 'POST') return await orderReport(t, account, request);
    if (edge === 'ads_volume') {
      // Only pages whose ads the ad account has run are told.
      const used = await db.selectFrom('sbx_ad').select('page_id').where('account_id', '=', account).distinct().execute();
      const pages = (await collect(platform.listPages(t))).filter(({ id }) => used.some(({ page_id }) => page_id === id));
      return toPage(
        pages.map(({ id, name, ads_active, ad_limit }) =>
          pick(
            {
              actor_id: id,
              actor_name: name,
              ads_running_or_in_review_count: ads_active,
              limit_on_ads_running_or_in_review: ad_limit,
            },
            parameters,
          ),
        ),
        request,
      );
    }
    if (edge === 'customaudiences') {
      const rows = (await collect(platform.listAudiences(t, account))).map((audience) => pick(toAudienceNode(audience), parameters));
      return toPage(rows, request);
    }
    throw missing();
  }

  async function answerPage(t: Tok, page: string, edge: string, request: DoubleRequest): Promise<Wire> {
    note(request, 'Page', edge);
    const { method, parameters, part } = request;
    if (method === 'POST' && edge === 'videos') {
      if (parameters['upload_phase'] === 'start') return startUpload({ account: null, page }, parameters);
      return parameters['upload_phase'] === 'transfer' ? transfer(request) : await finish(t, request);
    }
    if (method === 'POST' && (edge === 'feed' || edge === 'photos')) {
      const file = edge === 'photos' && part !== null ? bytesRef(part.bytes, part.name, part.mime) : null;
      const { post_id } = await platform.createPost(t, page, toPostSpec(edge === 'photos' ? 'image' : 'link', parameters, file), nextId());
      return edge === 'photos' ? { id: nextId(), post_id } : { id: post_id };
    }
    if (edge === '') {
      await listPosts(t, page, 'feed', request);
      return { id: page };
    }
    return toPage(
      (await listPosts(t, page, edge, request)).map((row) => pick(row, parameters)),
      request,
    );
  }

  /** A report of one object by parts of its audience, answered at once. */
  async function objectReport(
    t: Tok,
    { level, account }: { level: Level; account: string },
    id: string,
    request: DoubleRequest,
  ): Promise<Wire> {
    const { parameters } = request;
    const range = wireIn(parameters, 'time_range');
    const [first = ''] = textsOf(parameters, 'breakdowns');
    const by = BREAKDOWNS[first] ?? 'placement';
    const { currency } = await loadAccount(t, account);
    const query = { level, id, from: textIn(range, 'since') ?? '', to: textIn(range, 'until') ?? '', by } as const;
    const rows = await platform.breakdown(t, account, query);
    return toPage(
      rows.map((row) => toBreakdownNode(row, by, currency)),
      request,
    );
  }

  async function answerNode(t: Tok, id: string, edge: string, request: DoubleRequest): Promise<Wire> {
    const { method, parameters } = request;
    const run = runs.get(id);
    if (run !== undefined) {
      note(request, 'AdReportRun', edge);
      return edge === 'insights' ? toPage(run.rows, request) : pick({ id, ...reportState(run) }, parameters);
    }
    const entity = await findEntity(id);
    if (entity !== null) {
      note(request, NODES[entity.level], edge);
      if (edge === 'insights') return await objectReport(t, entity, id, request);
      if (method === 'POST') {
        await platform.update(t, entity.account, entity.level, id, toPatch(entity.level, parameters));
        return { success: true };
      }
      const state = await platform.entityState(t, entity.account, entity.level, id);
      if (state === null) throw missing();
      return pick(toEntityNode(state, mediaOf(await loadKinds([state]))), parameters);
    }
    if (id.includes('_')) {
      note(request, 'PagePost', edge);
      if (method === 'GET') return await postNode(t, id, request);
      await platform.deletePost(t, id.split('_')[0] ?? '', id);
      return { success: true };
    }
    const [page, pixel] = [
      await db.selectFrom('sbx_page').select('id').where('id', '=', id).executeTakeFirst(),
      await db.selectFrom('sbx_pixel').select('id').where('id', '=', id).executeTakeFirst(),
    ];
    if (page !== undefined) return await answerPage(t, id, edge, request);
    if (pixel !== undefined) return await answerPixel(t, id, edge, request);
    if (assetOfVideo.has(id) || postOfVideo.has(id)) {
      note(request, 'AdVideo', edge);
      if (edge !== 'thumbnails') return await videoNode(t, id, request);
      return { data: [{ id: nextId(), uri: `${config.graphUrl}/picture.jpg`, is_preferred: true }] };
    }
    throw missing();
  }

  async function answerPixel(t: Tok, pixel: string, edge: string, request: DoubleRequest): Promise<Wire> {
    note(request, 'AdsPixel', edge);
    const { method, parameters } = request;
    if (edge === 'events') return await receiveEvents(t, pixel, request);
    if (edge === '') return pick(await pixelNode(t, pixel), parameters);
    if (textIn(parameters, 'business') === null) throw refuse(100, undefined, 'business is required.');
    if (method === 'GET') {
      await pixelNode(t, pixel);
      const rows = await db.selectFrom('sbx_pixel_share').select('account_id').where('pixel_id', '=', pixel).execute();
      return toPage(
        rows.map(({ account_id }) => pick({ id: `act_${account_id}`, account_id }, parameters)),
        request,
      );
    }
    const account = textIn(parameters, 'account_id') ?? '';
    if (method === 'POST') await platform.sharePixel(t, pixel, account);
    else await platform.unsharePixel(t, pixel, account);
    return { success: true };
  }

  async function answerMe(t: Tok, edge: string, request: DoubleRequest): Promise<Wire> {
    note(request, 'User', edge);
    const { parameters } = request;
    if (edge === 'adaccounts')
      return toPage(
        (await collect(platform.listAdAccounts(t))).map((account) => pick(toAccountNode(account), parameters)),
        request,
      );
    if (edge === 'accounts') {
      const pages = await collect(platform.listPages(t));
      const rows = pages.map(({ page_token, picture_url, status, ...page }) => ({
        ...page,
        access_token: page_token,
        promotion_eligible: status !== 'restricted',
        picture: picture_url === null ? undefined : { data: { url: picture_url } },
      }));
      return toPage(
        rows.map((row) => pick(row, parameters)),
        request,
      );
    }
    const person = await platform.inspect(t.token);
    if (!person.valid) throw new AdPlatformError('auth', { code: 190, subcode: person.state === 'expired' ? 463 : 460 });
    return { id: person.user_id, name: person.name };
  }

  async function answerToken({ parameters, address }: DoubleRequest): Promise<Wire> {
    if (parameters['client_secret'] !== config.appSecret || parameters['client_id'] !== config.appId) throw refuse(101);
    if (parameters['grant_type'] === 'fb_exchange_token')
      return { access_token: parameters['fb_exchange_token'], token_type: 'bearer', expires_in: 5_183_944 };
    if (address.searchParams.get('redirect_uri') !== `${config.publicUrl}/api/auth-callback/meta`) throw refuse(100, 36_008);
    const { token } = await platform.exchange(textIn(parameters, 'code') ?? '');
    return { access_token: token, token_type: 'bearer', expires_in: 5_400 };
  }

  async function answerDebug({ parameters }: DoubleRequest): Promise<Wire> {
    try {
      const { user_id, expires_at, data_access_expires_at, scopes, valid, state } = await platform.inspect(
        textIn(parameters, 'input_token') ?? '',
      );
      const seconds = (at: Date | null) => (at === null ? 0 : at.getTime() / 1000);
      const error = valid ? undefined : { code: 190, message: 'It is not valid.', subcode: state === 'expired' ? 463 : 460 };
      const times = { expires_at: seconds(expires_at), data_access_expires_at: seconds(data_access_expires_at) };
      return { data: { app_id: config.appId, type: 'USER', is_valid: valid, user_id, scopes, ...times, error } };
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      return { data: { is_valid: false, scopes: [], error: { code: 190, message: 'It cannot be parsed.' } } };
    }
  }

  /** Entries of the network's own lists. */
  async function answerSearch(t: Tok, parameters: Wire): Promise<Wire> {
    // Anybody whose token is known may search.
    await platform.inspect(t.token);
    const asked = (textIn(parameters, 'q') ?? '').toLowerCase();
    const matching = <One extends { name: string }>(all: readonly One[]) => all.filter(({ name }) => name.toLowerCase().includes(asked));
    switch (textIn(parameters, 'type') ?? '') {
      case 'adlocale':
        return { data: matching(LOCALES) };
      case 'adinterest':
        return { data: matching(INTERESTS) };
      case 'adinterestvalid':
        return {
          data: textsOf(parameters, 'interest_fbid_list').map((id) => {
            const found = INTERESTS.find((one) => one.id === id);
            return found === undefined ? { id, valid: false } : { ...found, valid: true };
          }),
        };
      default:
        throw refuse(100);
    }
  }

  async function answer(request: DoubleRequest): Promise<Wire> {
    const { path, token, version, address, parameters } = request;
    if (version !== config.version) throw refuse(2635);
    if (path === '/oauth/access_token') return await answerToken(request);
    const own = `${config.appId}|${config.appSecret}`;
    if (path === '/debug_token') {
      if (token !== own) throw new AdPlatformError('auth', { code: 190 });
      return await answerDebug(request);
    }
    if (token === null) throw new AdPlatformError('auth', { code: 104, userMessage: 'No token.' });
    if (path === `/${config.appId}` && token === own) return { id: config.appId };
    if (address.href.includes(encodeURIComponent(token))) violations.push(`a token in the address of ${path}`);
    if (parameters['access_token'] !== undefined) violations.push(`a token among the parameters of ${path}`);
    if (parameters['appsecret_proof'] !== proofOf(token, config.appSecret)) throw refuse(104);
    if (path === '/search') return await answerSearch({ token }, parameters);
    const [, id = '', edge = ''] = path.split('/');
    if (id === 'me') return await answerMe({ token }, edge, request);
    if (id.startsWith('act_')) return await answerAccount({ token }, accountIdOf(id), edge, request);
    return await answerNode({ token }, id, edge, request);
  }

  /** Waits of accounts come in minutes. */
  const quotaHeaders = (account: string | null, blockedMin: number): Record<string, string> => ({
    ...(own.versionWarning === null ? {} : { 'x-ad-api-version-warning': own.versionWarning }),
    'x-app-usage': JSON.stringify({ call_count: 1, total_time: 1, total_cputime: 1 }),
    ...(account === null
      ? {}
      : {
          'x-business-use-case-usage': JSON.stringify({
            [account]: [
              {
                type: 'ads_management',
                call_count: blockedMin > 0 ? 100 : 1,
                total_cputime: 1,
                total_time: 1,
                estimated_time_to_regain_access: blockedMin,
                ads_api_access_tier: isLimited ? 'development_access' : 'standard_access',
              },
            ],
          }),
        }),
  });

  /** Minutes for which an account is blocked after this call; 0 when it is answered. */
  function countPoints(account: string, isWrite: boolean): number {
    const now = world.now().getTime();
    const quota = quotas.get(account) ?? { points: 0, at: now, blockedUntil: 0 };
    quotas.set(account, quota);
    if (now >= quota.blockedUntil) {
      quota.points = Math.max(0, quota.points - ((now - quota.at) * LIMITED.points) / LIMITED.ms) + (isWrite ? 3 : 1);
      quota.at = now;
      if (quota.points > LIMITED.points + 1e-6) quota.blockedUntil = now + LIMITED.ms;
    }
    return Math.ceil(Math.max(0, quota.blockedUntil - now) / 60_000);
  }

  async function handle(raw: Request): Promise<Response> {
    if (new URL(raw.url).pathname === '/picture.jpg')
      return new Response(Buffer.from('a picture'), { headers: { 'content-type': 'image/jpeg' } });
    const request = await readRequest(raw);
    const fault = own.plan(request);
    const [, id = ''] = request.path.split('/');
    const account = id.startsWith('act_') ? accountIdOf(id) : null;
    const json = (body: Wire, status = 200, headers = quotaHeaders(account, 0)) => Response.json(body, { status, headers });
    if (fault === 'refused') throw new BrokenConnection('ECONNREFUSED');
    if (fault === 'html') return new Response('<html>502 Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } });
    if (fault === 'transient') return json(toErrorBody(new AdPlatformError('down', { code: 2, title: 'Later' })), 500);
    if (fault === 'error200') return json(toErrorBody(new AdPlatformError('down', { code: 1, title: 'Later' })));
    if (fault === 'tooMuch') return json(toErrorBody(refuse(100, 1_487_534)), 400);
    const blockedMin = isLimited && account !== null ? countPoints(account, request.method !== 'GET') : 0;
    if (blockedMin > 0) {
      blocked += 1;
      return json(toErrorBody(refuse(80_004, 2_446_079)), 400, quotaHeaders(account, blockedMin));
    }
    try {
      const body = await answer(request);
      if (fault === 'lost') throw new BrokenConnection('UND_ERR_SOCKET');
      if (fault === 'truncated')
        return new Response(JSON.stringify(body).slice(0, -2), { headers: { 'content-type': 'application/json' } });
      return json(body);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      // The world did the work and loses the answer, as its names ask for.
      if (error.kind === 'unknown') throw new BrokenConnection('UND_ERR_SOCKET');
      const isAccountWait = error.kind === 'throttled' && error.scope === 'account';
      const minutes =
        isAccountWait && error.retryAt !== undefined ? Math.ceil((error.retryAt.getTime() - world.now().getTime()) / 60_000) : 0;
      const details = error instanceof WrongPlace ? error.details : undefined;
      return json(toErrorBody(error, details), 400, quotaHeaders(account, minutes));
    }
  }

  function notice(account: string, changes: readonly { field: string; value: Wire }[]): SignedNotice | null {
    if (!watched.has(account)) return null;
    const time = Math.floor(world.now().getTime() / 1000);
    const body = JSON.stringify({ object: 'ad_account', entry: [{ id: account, time, changes }] });
    const signature = createHmac('sha256', config.appSecret).update(body).digest('hex');
    return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
  }

  const own: Double = {
    handle,
    notice,
    fetch: async (input, init) => await handle(new Request(input, init)),
    requests,
    violations,
    blockedCalls: () => blocked,
    versionWarning: null,
    plan: () => null,
  };
  return own;
}
