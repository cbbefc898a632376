import type { Storage } from '../browser/storage.ts'

/** All under one name, so that signing out removes them at once. */
export const UNSENT_QUESTIONS = 'unsentQuestions'

/** Texts by place, and the id of the person who typed them. */
type Kept = { by: string; texts: Record<string, string> }

const read = (storage: Storage): Kept | null => {
  try {
    return JSON.parse(storage.read(UNSENT_QUESTIONS) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Questions and replies that have not arrived, in this tab: they survive an expired session and a reload, and are lost if
 * someone else signs in. Nothing is kept while no one is signed in (`userId` is null).
 */
export const createUnsentQuestions = (storage: Storage, userId: () => string | null) => {
  const ofPerson = (): Kept | null => {
    const by = userId()
    if (by === null) return null
    const kept = read(storage)
    if (kept?.by === by) return kept
    storage.remove(UNSENT_QUESTIONS)
    return { by, texts: {} }
  }

  return {
    of: (place: string): string => ofPerson()?.texts[place] ?? '',
    keep(place: string, text: string) {
      const kept = ofPerson()
      if (!kept) return
      const { [place]: _, ...others } = kept.texts
      const texts = text.trim() === '' ? others : { ...others, [place]: text }
      storage.write(UNSENT_QUESTIONS, JSON.stringify({ by: kept.by, texts }))
    },
  }
}

export type UnsentQuestions = ReturnType<typeof createUnsentQuestions>
