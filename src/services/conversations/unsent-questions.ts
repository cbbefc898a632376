import type { Storage } from '../browser/storage.ts'

/** All under one name, so that signing out removes them at once. */
export const UNSENT_QUESTIONS = 'unsentQuestions'

const readAll = (storage: Storage): Record<string, string> => {
  try {
    return JSON.parse(storage.read(UNSENT_QUESTIONS) ?? '{}')
  } catch {
    return {}
  }
}

/** Typed but unasked questions, in this tab: they survive an expired session and a reload. */
export const createUnsentQuestions = (storage: Storage) => ({
  of: (place: string): string => readAll(storage)[place] ?? '',
  keep(place: string, text: string) {
    const { [place]: _, ...others } = readAll(storage)
    const all = text.trim() === '' ? others : { ...others, [place]: text }
    storage.write(UNSENT_QUESTIONS, JSON.stringify(all))
  },
})

export type UnsentQuestions = ReturnType<typeof createUnsentQuestions>
