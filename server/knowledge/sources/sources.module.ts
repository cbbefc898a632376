import type { SourceSettings } from '../../../src/services/contract/sources.ts'
import type { Context } from '../../context.ts'
import { createGuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import { createGuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { fileNameOf, isPage } from '../../kernel/fetching/media-types.ts'
import { createSeal } from '../../kernel/secrets.ts'
import type { Module } from '../../module.ts'
import { createConnections } from '../connectors/connections.ts'
import { createConnectorReader } from '../connectors/connector-reader.ts'
import { CONNECTORS } from '../connectors/connectors.ts'
import { crawl } from '../crawling/crawl.ts'
import type { CrawlEvent, CrawlParts } from '../crawling/crawl.types.ts'
import { createHostTurns } from '../crawling/host-turns.ts'
import type { Contents } from '../documents/contents.service.ts'
import type { DocumentEvents } from '../documents/document-events.ts'
import type { Fetching } from '../documents/documents.module.ts'
import type { Documents } from '../documents/documents.service.ts'
import { createSourceFailures } from './endings.ts'
import { createFollowing } from './following.ts'
import { createPreview } from './preview.ts'
import type { Reader, SourceEvent } from './reader.types.ts'
import { startReadings } from './readings.ts'
import { createSignIns } from './sign-ins.ts'
import { signedInPage } from './signed-in-page.ts'
import { presentSource } from './sources.presenter.ts'
import { createSourcesRepository } from './sources.repository.ts'
import { sourceRoutes } from './sources.routes.ts'
import { createSources } from './sources.service.ts'
import type { SourceRow } from './sources.types.ts'
import { createHeld, createRevocation } from './tokens.ts'

const ofSource = (event: CrawlEvent): SourceEvent => {
  if (event.kind !== 'page') return event
  const { url, title, contentType } = event
  return {
    ...event,
    ...(isPage(contentType) ? { name: title, type: 'html' } : { name: fileNameOf(url, contentType) }),
  }
}

/** Web pages, identified by the address where they were found. */
const createWebReader = (
  web: Pick<CrawlParts, 'fetch' | 'turns'>,
  { url: start, pages_max: pagesMax, ...settings }: SourceSettings,
  linksOf: (key: string) => Promise<string[]>,
): Reader =>
  async function* (known, signal) {
    for await (const event of crawl({ ...settings, start, pagesMax, known, linksOf }, { ...web, signal }))
      yield ofSource(event)
  }

type Parts = {
  documents: Documents
  contents: Contents
  fetching: Fetching
} & Pick<DocumentEvents, 'notifyReadersChanged'>

/** Per response of a service. */
const SERVICE_BYTES_MAX = 20 * 1024 * 1024

/** Pages of the web and of other services as documents: read on request, and again on schedule. */
export const createSourcesModule = async (
  context: Context,
  { documents, contents, fetching, notifyReadersChanged }: Parts,
) => {
  const { config, db, hub } = context
  const { fetch, close: closeWeb } = createGuardedFetch({
    ...config.web,
    ...(config.publicUrl && { contact: config.publicUrl }),
  })
  const web = { fetch, turns: createHostTurns() }
  const service = createGuardedHttp({ ...config.web, bytesMax: SERVICE_BYTES_MAX })
  const seal = createSeal(config.jwtSecret, 'sources')
  const connections = createConnections({ kinds: CONNECTORS, guarded: service, turns: web.turns, seal })
  const redirectUri = () => context.link('/api/v1/connectors/callback')
  const signIns = createSignIns({ db, seal, connections, redirectUri })
  const sources = createSourcesRepository(db)
  const { withLock, withLongLock } = context.database
  const heldIn = createHeld({ config, sources, connections, withLongLock })
  const readerOf = (row: SourceRow) => {
    const { settings } = row
    if (settings.kind !== 'connector')
      return createWebReader(web, settings, (key) => sources.linksOf(row.id, key))
    const { connector, choices } = settings
    return createConnectorReader(
      (signal) => connections.connect(connector, heldIn(row)!, signal),
      choices.map(({ id }) => id),
      { follows: row.followsReaders },
    )
  }
  const tell = (row: SourceRow) =>
    hub.publish(`knowledge-base:${row.knowledgeBaseId}`, 'source_update', presentSource(row))
  const readings = await startReadings(context, {
    sources,
    documents,
    contents,
    fetching,
    following: createFollowing({ db, notifyReadersChanged }),
    readerOf,
    tell,
    notifyOfFailure: createSourceFailures(context),
  })
  const revokeAll = createRevocation(context, { sources, connections })
  const revoke = () => {
    // In a copy they are those of the original, which still uses them.
    if (!config.quiet) context.background.run('revoking the tokens of sources', revokeAll)
  }
  const managed = createSources({
    sources,
    documents,
    connections,
    signIns,
    heldIn,
    revoke,
    tell,
    notifyReadersChanged,
    notifySourceRemoved: ({ id, knowledgeBaseId }) =>
      hub.publish(`knowledge-base:${knowledgeBaseId}`, 'source_removed', { id }),
    enqueue: readings.notify,
    stop: readings.stop,
    withLock,
  })
  return {
    async plugin(app) {
      await app.register(
        sourceRoutes(context, { sources: managed, preview: createPreview(web), signIns, redirectUri }),
      )
      await app.register(signedInPage)
    },
    async sweep() {
      await sources.sweep()
      await signIns.sweep()
      // An unavailable service must not delay other chores.
      revoke()
    },
    async close() {
      await readings.close()
      await Promise.all([closeWeb(), service.close()])
    },
  } satisfies Module
}
