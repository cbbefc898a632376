import { PART_MISSED } from '../../machines/shell/navigation/part-missed.ts'
import type { ShareApi, ShareServices } from './share-api.ts'
import { readSharePage, visitorKey } from './share-page.ts'

type Answering = ReturnType<typeof import('./share-answering.ts')['createAnswering']>

/** Data for the first rendering of the public page; other requests are sent when needed. */
export function createShareStart(services: Omit<ShareServices, 'http'>) {
  const { storage, id } = services
  let coming: Promise<Answering> | null = null
  let loaded: Answering | null = null
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })

  /** A failed fetch is repeated by the next call. */
  async function load() {
    coming ??= import('./share-answering.ts').then(({ createAnswering }) => createAnswering(services))
    try {
      loaded = await coming
      begin()
      return loaded.api
    } catch (error) {
      coming = null
      dispatchEvent(new Event(PART_MISSED))
      throw error
    }
  }

  const isKnown = () => storage.read(visitorKey(id)) !== null
  const api: Pick<
    ShareApi,
    'page' | 'conversations' | 'conversation' | 'ask' | 'message' | 'stop' | 'retry'
  > = {
    page: async (signal) =>
      (await readSharePage(`/api/v1/share/${id}`, storage.read(visitorKey(id)), signal)) ??
      (await load()).page(signal),
    conversations: async (signal) => (isKnown() ? (await load()).conversations(signal) : []),
    conversation: async (...asked) => (await load()).conversation(...asked),
    ask: async (...asked) => (await load()).ask(...asked),
    message: async (...asked) => (await load()).message(...asked),
    stop: async (...asked) => (await load()).stop(...asked),
    retry: async (...asked) => (await load()).retry(...asked),
  }
  function answering() {
    if (!loaded) throw new Error('what answers is not loaded')
    return loaded
  }
  return {
    api,
    load,
    isKnown,
    /** Resolves when `load` has fetched something; does not fetch by itself. */
    begun,
    /** @throws Error before that. */
    answering,
  }
}

export type ShareStart = ReturnType<typeof createShareStart>
