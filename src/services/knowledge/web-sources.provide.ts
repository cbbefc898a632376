import { fromPromise } from 'xstate'
import { type ConnectValues, connectMachine, enteredIn } from '../../machines/knowledge/connect.machine.ts'
import { type CrawlValues, crawlMachine } from '../../machines/knowledge/crawl.machine.ts'
import { type SourceChange, webSourcesMachine } from '../../machines/knowledge/web-sources.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import { until } from '../browser/until.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import type { ConnectionChoices } from '../contract/connectors.ts'
import { webPages } from '../contract/operations/web-pages.ts'
import type { NewConnection, NewWebSource, SourcePreview } from '../contract/sources.ts'
import type { Http } from '../http/client.ts'
import { provideOperation } from '../shared/changes.provide.ts'

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const sourceOf = ({
  kind,
  url,
  depth,
  pagesMax,
  include,
  exclude,
  files,
  refresh,
  mailOnFailure,
}: CrawlValues): NewWebSource => ({
  kind,
  url: url.trim(),
  depth,
  pages_max: pagesMax,
  include: lines(include),
  exclude: lines(exclude),
  files,
  refresh,
  mail_on_failure: mailOnFailure,
})

interface Chosen {
  values: CrawlValues
  opened: CrawlValues | null
  found: SourcePreview | null
}

/** Every found page that was deselected becomes a pattern for its address. */
const withoutLeft = (values: CrawlValues, found: Chosen['found']): NewWebSource => {
  const left = found?.pages.filter(({ url }) => values.left.includes(url)) ?? []
  const patterns = left.map(({ url }) => {
    const { pathname, search } = new URL(url)
    return `${pathname}${search}$`
  })
  return { ...sourceOf(values), exclude: [...lines(values.exclude), ...patterns] }
}

interface Connected {
  values: ConnectValues
  opened: ConnectValues | null
  found: ConnectionChoices | null
}

/** A connection as it is tried: omitted secrets are the stored ones. */
const testOf = (values: ConnectValues) => ({
  connector: values.connector.kind,
  settings: enteredIn(values),
  ...(values.sourceId !== '' && { source_id: values.sourceId }),
})

/** Services that the person has signed in to since the dialog was opened. */
const signInOf = ({ way, signedIn }: ConnectValues) =>
  way === 'sign_in' && signedIn?.id ? { sign_in: signedIn.id } : {}

/** The items that exist; of a service that lists only its first ones, also those that are read. */
const existing = ({ stored }: ConnectValues, found: Connected['found']) => {
  if (!found) return []
  const unlisted = stored.filter(({ id }) => !found.choices.some((choice) => choice.id === id))
  return found.is_whole ? found.choices : [...found.choices, ...unlisted]
}

/** The chosen items that still exist. */
const connectionOf = (values: ConnectValues, found: Connected['found']): NewConnection => ({
  kind: 'connector',
  connector: values.connector.kind,
  settings: enteredIn(values),
  choices: existing(values, found).filter(({ id }) => values.chosen.includes(id)),
  ...signInOf(values),
  refresh: values.refresh,
  mail_on_failure: values.mailOnFailure,
  // A source that follows permissions continues until someone ends it: the server says when it no longer can.
  follows_readers: values.followsReaders && (values.sourceId !== '' || found?.tells_readers === true),
})

const apply = (http: Http, change: SourceChange) => {
  const { id } = change
  switch (change.action) {
    case 'refresh':
      return http.call(webPages.change, { id }, { body: { refresh: change.refresh } })
    case 'read':
      return http.call(webPages.read, { id })
    case 'cancel':
      return http.call(webPages.cancel, { id })
    case 'keepMissing':
      return http.call(webPages.decideMissing, { id }, { body: { action: 'keep' } })
    case 'removeMissing':
      return http.call(webPages.decideMissing, { id }, { body: { action: 'remove' } })
  }
}

export const provideCrawl = ({ http, withIdempotencyKey, refresh }: WriteServices) => {
  const add = ({ values, found }: Chosen) =>
    withIdempotencyKey({ addSource: values }, (key) =>
      http.call(
        webPages.add,
        { id: values.knowledgeBaseId },
        { body: withoutLeft(values, found), idempotencyKey: key },
      ),
    )
  const patchOf = (values: CrawlValues, found: Chosen['found']) => {
    const { kind: _, url: __, refresh, mail_on_failure, ...rules } = withoutLeft(values, found)
    return { refresh, mail_on_failure, rules }
  }
  const change = ({ values, opened, found }: Chosen) =>
    http.call(
      webPages.change,
      { id: values.sourceId },
      { body: changesSince(opened, values, (of) => patchOf(of, found)) },
    )
  return crawlMachine.provide({
    actors: {
      preview: fromPromise(({ input: { values }, signal }) =>
        http.call(webPages.preview, { id: values.knowledgeBaseId }, { body: sourceOf(values), signal }),
      ),
      addSource: fromPromise(({ input }) => (input.values.sourceId === '' ? add(input) : change(input))),
    },
    actions: { refreshSources: refresh },
  })
}

export const provideConnect = ({
  http,
  withIdempotencyKey,
  refresh,
  tab,
}: WriteServices & { tab: Window }) => {
  const patchOf = (values: ConnectValues, found: Connected['found']) => {
    const { kind: _, connector: __, ...patch } = connectionOf(values, found)
    return patch
  }
  const change = ({ values, opened, found }: Connected) => {
    const isGone = (chosen: string) => !existing(values, found).some(({ id }) => id === chosen)
    // An item that is gone at the service fails every reading until it is left out.
    const stored = opened?.chosen.some(isGone) ? { ...opened, chosen: [] } : opened
    const changes = changesSince(stored, values, (of) => patchOf(of, found))
    const { refresh, mail_on_failure, follows_readers, ...connection } = changes
    // Saving what is stored tries the connection again.
    const isTried = Object.keys(changes).length === 0 || Object.keys(connection).length > 0
    const body = {
      refresh,
      mail_on_failure,
      follows_readers,
      ...(isTried && { connection: { ...connection, settings: enteredIn(values) } }),
    }
    return http.call(webPages.change, { id: values.sourceId }, { body })
  }
  const add = (connected: Connected) =>
    withIdempotencyKey({ connect: connected }, (key) =>
      http.call(
        webPages.add,
        { id: connected.values.knowledgeBaseId },
        { body: connectionOf(connected.values, connected.found), idempotencyKey: key },
      ),
    )
  return connectMachine.provide({
    actors: {
      preview: fromPromise(({ input: { values }, signal }) =>
        http.call(
          webPages.choices,
          { id: values.knowledgeBaseId },
          { body: { ...testOf(values), ...signInOf(values) }, signal },
        ),
      ),
      beginSignIn: fromPromise(({ input: { values }, signal }) =>
        http.call(webPages.signIn, { id: values.knowledgeBaseId }, { body: testOf(values), signal }),
      ),
      awaitSignIn: fromPromise(({ input: { id }, signal }) =>
        until(async () => {
          const { status } = await http.call(webPages.signInState, { id }, { signal })
          return status === 'connected' ? true : undefined
        }, signal),
      ),
      addSource: fromPromise(({ input }) => (input.values.sourceId === '' ? add(input) : change(input))),
    },
    actions: {
      refreshSources: refresh,
      openPage: (_, { url }) => void tab.open(url, '_blank', 'noopener'),
    },
  })
}

export const provideWebSources = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideOperation(webSourcesMachine, (change) => apply(http, change), refresh)
