import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, Id, list, Timestamp } from './common.ts'
import { ConnectionDetails, ConnectionSettings } from './connectors.ts'
import { IngestionError } from './documents.ts'

export const SOURCE_PAGES_MAX = 1_000
export const SOURCE_DEPTH_MAX = 10
const PATTERNS_MAX = 50

/** One page; the pages of a sitemap; the pages that links lead to. */
export const SourceKind = z.enum(['page', 'sitemap', 'site'])
export type SourceKind = z.infer<typeof SourceKind>

/** How often a source is read again; only what has changed becomes a new version. */
export const SourceRefresh = z.enum(['never', 'daily', 'weekly'])
export type SourceRefresh = z.infer<typeof SourceRefresh>

/** Beginnings of paths as in `robots.txt`: `/docs`, `/*.html$`. */
const patterns = z._default(
  list(exact(200).check(z.startsWith('/', t('Start with a slash, for example /docs.'))), PATTERNS_MAX),
  [],
)

/** Which pages of a site or a sitemap are read. */
export const SourceRules = z.object({
  /** Links between the first page and the last one. */
  depth: z._default(z.int().check(z.minimum(0), z.maximum(SOURCE_DEPTH_MAX)), 3),
  pages_max: z._default(z.int().check(z.minimum(1), z.maximum(SOURCE_PAGES_MAX)), 100),
  include: patterns,
  exclude: patterns,
  /** Documents that pages link to are read, too, as a PDF. */
  files: z._default(z.boolean(), false),
})

/** What is read of the web. */
export const SourceSettings = z.extend(SourceRules, {
  kind: SourceKind,
  url: exact(1_000).check(
    z.url({ protocol: /^https?$/, error: t('Enter an address that begins with https://.') }),
  ),
})
export type SourceSettings = z.output<typeof SourceSettings>

/** When a source is read, and who hears of it. */
const reading = {
  refresh: z._default(SourceRefresh, 'never'),
  /** A reading that fails is mailed to whoever added the source, besides the notification. */
  mail_on_failure: z._default(z.boolean(), false),
}

/** Pages of the web; POST …/sources/preview takes the same and keeps nothing. */
export const NewWebSource = z.extend(SourceSettings, reading)
export type NewWebSource = z.input<typeof NewWebSource>
/** What a service is connected with, and what is read there. */
export const NewConnection = z.extend(ConnectionDetails, {
  kind: z.literal('connector'),
  ...reading,
  /** Each document is for those alone who may read it in the service; only where that tells. */
  follows_readers: z._default(z.boolean(), false),
})
export type NewConnection = z.input<typeof NewConnection>

/** POST /api/v1/knowledge-bases/{id}/sources */
export const NewSource = z.discriminatedUnion('kind', [NewWebSource, NewConnection])
export type NewSource = z.input<typeof NewSource>

/**
 * PATCH /api/v1/sources/{id}: a secret that is left out stays as it is, at the address that it was entered for. Whether
 * it follows the permissions of its service, and the connection of one that does, change owners and admins alone. Other
 * rules of pages of the web, which take the place of all before, are read by at once; what they no longer allow is gone as if the site had lost it.
 */
export const SourcePatch = z.partial(
  z.object({
    refresh: SourceRefresh,
    mail_on_failure: z.boolean(),
    rules: SourceRules,
    connection: z.omit(ConnectionDetails, { connector: true }),
    follows_readers: z.boolean(),
  }),
)
export type SourcePatch = z.infer<typeof SourcePatch>

/** POST /api/v1/sources/{id}/missing-pages: pages that are removed come back with the site for 30 days. */
export const MissingPages = z.object({ action: z.enum(['remove', 'keep']) })
export type MissingPages = z.infer<typeof MissingPages>

/** Why an address was left out. */
export const SkippedAddress = z.object({
  url: z.string(),
  reason: z.string(),
  /** Where it leads, or what it is the same as. */
  to: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type SkippedAddress = z.infer<typeof SkippedAddress>

export const SourceStatus = z.enum(['queued', 'reading', 'ready', 'failed', 'cancelled'])
export type SourceStatus = z.infer<typeof SourceStatus>

/** What the last reading found; `skipped` are the first of `skipped_count`. */
export const SourceReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  skipped_count: z.int(),
  skipped: z.array(SkippedAddress),
})
export type SourceReport = z.infer<typeof SourceReport>

/** What every source says of itself. */
const state = {
  id: Id,
  knowledge_base_id: Id,
  refresh: SourceRefresh,
  mail_on_failure: z.boolean(),
  status: SourceStatus,
  /** Pages that were read so far, and addresses that wait; null while it is not read. */
  progress: z.nullable(z.object({ done: z.int(), waiting: z.int() })),
  error: z.nullable(IngestionError),
  report: z.nullable(SourceReport),
  pages: z.int(),
  /** Of these pages, those that the last reading did not find; nothing changes until somebody decides. */
  missing: z.int(),
  last_read_at: z.nullable(Timestamp),
  next_at: z.nullable(Timestamp),
  created_at: Timestamp,
}

export const WebSource = z.extend(SourceSettings, state)
export type WebSource = z.infer<typeof WebSource>
/** A service that is connected; its secrets are never told. */
export const ConnectedSource = z.extend(ConnectionSettings, {
  ...state,
  follows_readers: z._default(z.boolean(), false),
  /** Documents that it follows and nobody here reads: the service has not told who may, or named no member. */
  closed: z._default(z.object({ untold: z.int(), unknown: z.int() }), { untold: 0, unknown: 0 }),
  /** Groups that the service names and no group here stands for, the first of them. */
  groups_unknown: z._default(z.array(z.string()), []),
})
export type ConnectedSource = z.infer<typeof ConnectedSource>

/** GET /api/v1/knowledge-bases/{id}/sources: what a knowledge base reads of the web and of other services. */
export const Source = z.discriminatedUnion('kind', [WebSource, ConnectedSource])
export type Source = z.infer<typeof Source>
export const SourceList = z.array(Source)

export const PREVIEW_PAGES_MAX = 50

/** What would be read; `is_whole` is false when there is more, or the time was up. */
export const SourcePreview = z.object({
  pages: z.array(z.object({ url: z.string(), title: z.string(), depth: z.int() })),
  skipped: z.array(SkippedAddress),
  is_whole: z.boolean(),
  error: z.nullable(IngestionError),
})
export type SourcePreview = z.infer<typeof SourcePreview>
