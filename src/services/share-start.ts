import type { ConnectionName } from '../machines/connections/connections.types.ts'
import type { ShareApi, ShareServices } from './share-api.ts'
import { readSharePage } from './share-page.ts'
import { visitorKey } from './visitor-key.ts'

type Answering = typeof import('./share-answering.ts')

/** What the public page is drawn of; all else that it asks the server is fetched when it is needed. */
export function createShareStart(services: Omit<ShareServices, 'http'>) {
  const { storage, id } = services
  let coming: Promise<ShareApi> | null = null
  let answering: Answering | null = null
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })

  /** What could not be fetched is tried again by the next call. */
  async function load(): Promise<ShareApi> {
    coming ??= import('./share-answering.ts').then((module) => {
      answering = module
      begin()
      return module.createAnswering(services)
    })
    try {
      return await coming
    } catch (error) {
      coming = null
      throw error
    }
  }

  const isKnown = () => storage.read(visitorKey(id)) !== null
  const api: ShareApi = {
    page: async (signal) =>
      (await readSharePage(`/api/v1/share/${id}`, storage.read(visitorKey(id)), signal)) ??
      (await load()).page(signal),
    /** A visitor begins to exist with what is fetched for the first question. */
    known: async () => {
      if (!isKnown()) await begun
      return (await load()).known()
    },
    forget: () => storage.remove(visitorKey(id)),
    conversations: async (signal) => (isKnown() ? (await load()).conversations(signal) : []),
    conversation: async (...asked) => (await load()).conversation(...asked),
    removeConversation: async (...asked) => (await load()).removeConversation(...asked),
    ask: async (...asked) => (await load()).ask(...asked),
    message: async (...asked) => (await load()).message(...asked),
    stop: async (...asked) => (await load()).stop(...asked),
    rate: async (...asked) => (await load()).rate(...asked),
    retry: async (...asked) => (await load()).retry(...asked),
  }
  return {
    api,
    load,
    isKnown,
    /** A line is opened by what `load` has fetched. */
    readFrame: (name: ConnectionName, text: unknown) => answering?.readFrame(name, text) ?? null,
  }
}
