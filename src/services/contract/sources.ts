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

/** How often a source is read again; only changes create new versions. */
export const SourceRefresh = z.enum(['never', 'daily', 'weekly'])
export type SourceRefresh = z.infer<typeof SourceRefresh>

/** Path prefixes as in `robots.txt`: `/docs`, `/*.html$`. */
const patterns = z._default(
  list(exact(200).check(z.startsWith('/', t('Start with a slash, for example /docs.'))), PATTERNS_MAX),
  [],
)

/** Filters for the pages of a site or sitemap. */
export const SourceRules = z.object({
  /** Maximum number of links between the first page and any other. */
  depth: z._default(z.int().check(z.minimum(0), z.maximum(SOURCE_DEPTH_MAX)), 3),
  pages_max: z._default(z.int().check(z.minimum(1), z.maximum(SOURCE_PAGES_MAX)), 100),
  include: patterns,
  exclude: patterns,
  /** Documents that pages link to, such as PDFs, are read, too. */
  files: z._default(z.boolean(), false),
})

/** Kinds of web sources. */
export const SourceSettings = z.extend(SourceRules, {
  kind: SourceKind,
  url: exact(1_000).check(
    z.url({ protocol: /^https?$/, error: t('Enter an address that begins with https://.') }),
  ),
})
export type SourceSettings = z.output<typeof SourceSettings>

/** When a source is read, and who is notified. */
const reading = {
  refresh: z._default(SourceRefresh, 'never'),
  /** A failed reading is mailed to the person who added the source, in addition to the notification. */
  mail_on_failure: z._default(z.boolean(), false),
}

/** Web pages; POST …/sources/preview takes the same and stores nothing. */
export const NewWebSource = z.extend(SourceSettings, reading)
export type NewWebSource = z.input<typeof NewWebSource>
/** The connection of a service, and what is read from it. */
export const NewConnection = z.extend(ConnectionDetails, {
  kind: z.literal('connector'),
  ...reading,
  /** Only a document's readers in the service can read it; requires a service that names them. */
  follows_readers: z._default(z.boolean(), false),
})
export type NewConnection = z.input<typeof NewConnection>

/** POST /api/v1/knowledge-bases/{id}/sources */
export const NewSource = z.discriminatedUnion('kind', [NewWebSource, NewConnection])
export type NewSource = z.input<typeof NewSource>

/**
 * PATCH /api/v1/sources/{id}: an omitted secret stays as it is, for the address that it was entered for, and so do
 * omitted `choices`. Only owners and admins change whether it follows its service's permissions, and the connection of a
 * source that does. Other rules for web pages replace all previous ones and apply at once; pages that they exclude are
 * treated as if the site had lost them.
 */
export const SourcePatch = z.partial(
  z.object({
    refresh: SourceRefresh,
    mail_on_failure: z.boolean(),
    rules: SourceRules,
    connection: z.partial(z.omit(ConnectionDetails, { connector: true }), { choices: true }),
    follows_readers: z.boolean(),
  }),
)
export type SourcePatch = z.infer<typeof SourcePatch>

/** POST /api/v1/sources/{id}/missing-pages: for 30 days, removed pages return if the site has them again. */
export const MissingPages = z.object({ action: z.enum(['remove', 'keep']) })
export type MissingPages = z.infer<typeof MissingPages>

/** Why an address was skipped. */
export const SkippedAddress = z.object({
  url: z.string(),
  reason: z.string(),
  /** The target of its redirect, or the address that it duplicates. */
  to: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type SkippedAddress = z.infer<typeof SkippedAddress>

export const SourceStatus = z.enum(['queued', 'reading', 'ready', 'failed', 'cancelled'])
export type SourceStatus = z.infer<typeof SourceStatus>

/** Results of the last reading; `skipped` are the first of `skipped_count`. */
export const SourceReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  skipped_count: z.int(),
  skipped: z.array(SkippedAddress),
  /** The site's new address, if it has moved since the reading before; its documents are the same. */
  moved_to: z.optional(z.string()),
})
export type SourceReport = z.infer<typeof SourceReport>

/** Fields of every source. */
const state = {
  id: Id,
  knowledge_base_id: Id,
  refresh: SourceRefresh,
  mail_on_failure: z.boolean(),
  status: SourceStatus,
  /** Pages read so far, and waiting addresses; null while it is not being read. */
  progress: z.nullable(z.object({ done: z.int(), waiting: z.int() })),
  error: z.nullable(IngestionError),
  report: z.nullable(SourceReport),
  /** Those with a document. */
  pages: z.int(),
  /** Those of its pages that the last reading did not find; nothing changes until someone decides. */
  missing: z.int(),
  last_read_at: z.nullable(Timestamp),
  next_at: z.nullable(Timestamp),
  created_at: Timestamp,
}

export const WebSource = z.extend(SourceSettings, state)
export type WebSource = z.infer<typeof WebSource>
/** A connected service; its secrets are never returned. */
export const ConnectedSource = z.extend(ConnectionSettings, {
  ...state,
  follows_readers: z._default(z.boolean(), false),
  /** Followed documents without readers here: the service has not named any, or no member. */
  closed: z._default(z.object({ untold: z.int(), unknown: z.int() }), { untold: 0, unknown: 0 }),
  /** Groups of the service without a matching group here, the first of them. */
  groups_unknown: z._default(z.array(z.string()), []),
})
export type ConnectedSource = z.infer<typeof ConnectedSource>

/** GET /api/v1/knowledge-bases/{id}/sources: the web pages and other services that a knowledge base reads. */
export const Source = z.discriminatedUnion('kind', [WebSource, ConnectedSource])
export type Source = z.infer<typeof Source>
export const SourceList = z.array(Source)

export const PREVIEW_PAGES_MAX = 50

/** Preview of the content to read; `is_whole` is false if there is more, or the time was up. */
export const SourcePreview = z.object({
  pages: z.array(z.object({ url: z.string(), title: z.string(), depth: z.int() })),
  skipped: z.array(SkippedAddress),
  is_whole: z.boolean(),
  error: z.nullable(IngestionError),
})
export type SourcePreview = z.infer<typeof SourcePreview>
