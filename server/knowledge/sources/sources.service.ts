import type * as z from 'zod/mini'
import type { ConnectorChoice } from '../../../src/services/contract/connectors.ts'
import type { MissingPages, NewSource, SourcePatch } from '../../../src/services/contract/sources.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { notFound, refusal, refusalWith } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Connections, Held } from '../connectors/connections.ts'
import type { Connection as Opened } from '../connectors/connector.types.ts'
import { isOnePage } from '../crawling/addresses.ts'
import type { DocumentEvents } from '../documents/document-events.ts'
import type { Documents } from '../documents/documents.service.ts'
import { createRemoval, hidePages } from './removal.ts'
import type { SignIns } from './sign-ins.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'
import { storedIn } from './tokens.ts'

const SOURCES_MAX = 50
/** A person's test of a connection ends within this time. */
const TEST_TIME = 30_000 // ms
const CHOICES_MAX = 1_000

type Parts = {
  sources: SourcesRepository
  documents: Documents
  connections: Connections<Opened>
  signIns: Pick<SignIns, 'held' | 'use'>
  /** The connection of a source. */
  heldIn: (row: SourceRow) => Held | null
  tell: (row: SourceRow) => void
  notifyReadersChanged: DocumentEvents['notifyReadersChanged']
  notifySourceRemoved: (row: SourceRow) => void
  /** Revokes grants of services for sources that are deleted, or use another client now. */
  revoke: () => void
  /** Announces a source to read. */
  enqueue: () => void
  /** Ends this process's reading of it. */
  stop: (id: string) => Promise<void>
  withLock: WithLock
}

export type Sources = ReturnType<typeof createSources>

type Wanted = z.output<typeof NewSource>
type Connection = Pick<Extract<Wanted, { kind: 'connector' }>, 'connector' | 'settings' | 'choices'>
/** The caller, with the session that signed in to services. */
type Person = { id: string; sessionId: string }
/** Where missing fields come from: a source, or a sign-in for one. */
type Before = { source?: SourceRow | null; signIn?: string | undefined }

/** Whether both read the same, at least in part. */
const overlap = (one: SourceRow['settings'], other: SourceRow['settings']) =>
  one.kind === 'connector' && other.kind === 'connector'
    ? one.url === other.url && one.choices.some(({ id }) => other.choices.some((choice) => choice.id === id))
    : one.kind === other.kind && isOnePage(one.url, other.url)

const choicesOf = async (connection: Opened) => {
  const tells_readers = connection.readers !== null
  const choices: ConnectorChoice[] = []
  for await (const choice of connection.choices()) {
    if (choices.length === CHOICES_MAX) return { choices, is_whole: false, tells_readers }
    choices.push(choice)
  }
  return { choices, is_whole: true, tells_readers }
}

/** Web sources and connected services of knowledge bases. */
export const createSources = (parts: Parts) => {
  const { sources, documents, connections, signIns, heldIn, revoke } = parts
  const { tell, notifyReadersChanged, notifySourceRemoved, enqueue, stop, withLock } = parts
  const removeWhole = createRemoval(parts)
  const heldBefore = async (person: Person, base: { id: string }, { source, signIn }: Before) => {
    if (signIn !== undefined) return signIns.held(person, base, signIn)
    return source ? heldIn(source) : null
  }
  const connectionOf = ({ connector, settings, choices }: Connection, before: Held | null) => {
    const { secrets, ...stored } = connections.stored(connector, settings, before)
    return { settings: { kind: 'connector' as const, connector, choices, ...stored }, secrets }
  }

  /** @throws Refusal 409 for a service that does not reveal them */
  const requireReaders = (row: Pick<SourceRow, 'settings' | 'secrets'>) => {
    const stored = storedIn(row)
    const { settings } = row
    if (settings.kind !== 'connector' || !stored) throw refusal('tells_no_readers')
    const { readers } = connections.connect(settings.connector, stored, new AbortController().signal)
    if (readers === null) throw refusal('tells_no_readers')
  }

  const changed = async (id: string) => {
    const found = await sources.find(id)
    if (!found) throw notFound('source')
    tell(found.source)
    return found.source
  }

  return {
    of: sources.of,

    /** Starts reading at once. @throws Refusal 409 if the base has too many, or already has this one */
    async create(
      base: { id: string },
      person: Person,
      { refresh, mail_on_failure: mailOnFailure, ...wanted }: Wanted,
    ) {
      const followsReaders = wanted.kind === 'connector' && wanted.follows_readers
      const { id: knowledgeBaseId } = base
      const signIn = wanted.kind === 'connector' ? wanted.sign_in : undefined
      const { settings, secrets } =
        wanted.kind === 'connector'
          ? connectionOf(wanted, await heldBefore(person, base, { signIn }))
          : { settings: wanted, secrets: null }
      if (followsReaders) requireReaders({ settings, secrets })
      const id = await withLock(`sources ${knowledgeBaseId}`, async () => {
        const others = await sources.of(knowledgeBaseId)
        if (others.length >= SOURCES_MAX) throw refusal('too_many_sources', { max: SOURCES_MAX })
        if (others.some((other) => overlap(other.settings, settings)))
          throw refusalWith('known_source', { fields: { url: say('known_source') } })
        return sources.insert({
          knowledgeBaseId,
          settings,
          secrets,
          followsReaders,
          refresh,
          mailOnFailure,
          createdBy: person.id,
          nextAt: new Date(),
        })
      })
      if (signIn !== undefined) await signIns.use(signIn)
      enqueue()
      return changed(id)
    },

    /** A changed connection or rule is read at once. @throws Refusal 409 while it is being read, 422 */
    async change(
      person: Person,
      row: SourceRow,
      { refresh, mail_on_failure: mailOnFailure, rules, connection, follows_readers }: SourcePatch,
    ) {
      const followsReaders = follows_readers === row.followsReaders ? undefined : follows_readers
      const { id, settings } = row
      if (connection && settings.kind !== 'connector') throw refusal('not_connected')
      if (rules && settings.kind === 'connector') throw refusal('not_of_the_web')
      const isReadAnew = (connection ?? rules ?? followsReaders) !== undefined
      const signIn = connection?.sign_in
      const before =
        connection && (await heldBefore(person, { id: row.knowledgeBaseId }, { source: row, signIn }))
      const changes = {
        ...(refresh && { refresh }),
        ...(mailOnFailure !== undefined && { mailOnFailure }),
        ...(connection &&
          settings.kind === 'connector' &&
          connectionOf(
            { ...settings, ...connection, choices: connection.choices ?? settings.choices },
            before ?? null,
          )),
        ...(rules && settings.kind !== 'connector' && { settings: { ...settings, ...rules } }),
        ...(followsReaders !== undefined && { followsReaders }),
        ...(isReadAnew && { status: 'queued' as const, error: null, nextAt: new Date() }),
      }
      if (isReadAnew && (followsReaders ?? row.followsReaders)) requireReaders({ ...row, ...changes })
      const documents = Object.keys(changes).length > 0 ? await sources.change(id, changes) : []
      if (documents === null) throw refusal('is_read')
      if (signIn !== undefined) await signIns.use(signIn)
      if (connection) revoke()
      if (isReadAnew) enqueue()
      for (const document of documents) notifyReadersChanged(document)
      return changed(id)
    },

    /** The choices of a connection, if it works. @throws Refusal 422 */
    async choices(
      person: Person,
      base: { id: string },
      { connector, settings }: Pick<Connection, 'connector' | 'settings'>,
      before: Before,
      gone: AbortSignal,
    ) {
      return connections.tried(
        connector,
        settings,
        {
          before: await heldBefore(person, base, before),
          signal: AbortSignal.any([gone, AbortSignal.timeout(TEST_TIME)]),
        },
        choicesOf,
      )
    },

    /** Reads it now. @throws Refusal 409 while it is being read */
    async read({ id }: SourceRow) {
      if (!(await sources.requeue(id))) throw refusal('is_read')
      enqueue()
      return changed(id)
    },

    /** @throws Refusal 409 for one that is neither waiting nor being read */
    async cancel({ id }: SourceRow) {
      if (!(await sources.cancel(id))) throw refusal('source_settled')
      await stop(id)
      return changed(id)
    },

    /**
     * Decides about pages that the last reading did not find. Removed ones can return for 30 days; then the
     * source is read again to apply what was held back with them.
     * @throws Refusal 409 if there is nothing to decide
     */
    async decide({ id, status, missing }: SourceRow, { action }: MissingPages) {
      if (missing === 0 || status === 'reading') throw refusal('nothing_missing')
      if (action === 'keep') await sources.keepHeld(id)
      else {
        await hidePages({ sources, documents }, id, await sources.held(id))
        await sources.requeue(id)
        enqueue()
      }
      return changed(id)
    },

    /** Removes it with its documents. */
    async remove(row: SourceRow) {
      await removeWhole(row)
      revoke()
      notifySourceRemoved(row)
    },
  }
}
