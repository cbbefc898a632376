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
 * Typed but unasked questions, in this tab: they survive an expired session and a reload, and are lost if someone
 * else signs in. `userId` is null after sign-out: what is kept then was typed before it.
 */
export const createUnsentQuestions = (storage: Storage, userId: () => string | null) => {
  let person: string | null = null
  const textsOf = (by: string) => {
    const kept = read(storage)
    if (kept?.by === by) return kept.texts
    storage.remove(UNSENT_QUESTIONS)
    return {}
  }
  const ofPerson = (): Kept | null => {
    person = userId() ?? person
    return person === null ? null : { by: person, texts: textsOf(person) }
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
