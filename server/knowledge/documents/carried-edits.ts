import type { PassageDraft } from '../ingestion/split.ts'
import type { EditedPassage } from './passages.repository.ts'

/** A newly read passage with earlier edits to its text. */
export type CarriedPassage = PassageDraft & { enabled: boolean; original: string | null }

type Replacement = { start: number; end: number; text: string }

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)

/** The words changed by an edit, as a span of the read text and the new text: '' if words were only removed. */
const changedSpan = (read: string, edited: string): Replacement => {
  const shorter = Math.min(read.length, edited.length)
  let start = 0
  while (start < shorter && read[start] === edited[start]) start++
  let tail = 0
  while (tail < shorter - start && read.at(-1 - tail) === edited.at(-1 - tail)) tail++
  if (start + tail === edited.length) return { start, end: read.length - tail, text: '' }
  const isInserted = () => start === read.length - tail
  while (start > 0 && (isInserted() || !isSpace(read[start - 1]))) start--
  while (tail > 0 && !isSpace(read[read.length - tail])) tail--
  return { start, end: read.length - tail, text: edited.slice(start, edited.length - tail) }
}

/** Edits to the passages of an older reading, by position in the document. */
const replacementOf = ({ content, original, enabled, charStart }: EditedPassage): Replacement => {
  const read = original ?? content
  const { start, end, text } = enabled ? changedSpan(read, content) : { start: 0, end: read.length, text: '' }
  return { start: charStart + start, end: charStart + end, text }
}

const apply = (draft: PassageDraft, replacements: Replacement[]): CarriedPassage => {
  let content = draft.content
  // From the end, so that other positions remain valid.
  for (const { start, end, text } of replacements.sort((one, other) => other.start - one.start))
    content = content.slice(0, start - draft.charStart) + text + content.slice(end - draft.charStart)
  content = content.trim()
  if (content === '') return { ...draft, enabled: false, original: null }
  return { ...draft, content, enabled: true, original: draft.content }
}

/**
 * Applies the edits of an older reading to the passages of a new one. A passage with the same text keeps its edit or
 * stays disabled. Where the text is split differently, the changed words are replaced in each passage that contains
 * all of them, and text that was disabled or removed is cut out of each passage that contains a part of it. `lost`
 * lists the edits whose text is gone or is split between passages.
 */
export const carryEdits = (drafts: PassageDraft[], edits: EditedPassage[]) => {
  const whole = new Map<PassageDraft, EditedPassage>()
  const inParts = new Map<PassageDraft, Replacement[]>()
  const lost: EditedPassage[] = []

  const replaceIn = (draft: PassageDraft, { start, end, text }: Replacement) => {
    const others = inParts.get(draft) ?? []
    if (whole.has(draft) || others.some((other) => start < other.end && other.start < end)) return false
    inParts.set(draft, [...others, { start, end, text }])
    return true
  }

  /** Whether it was applied in all passages that it touches. */
  const carryInParts = (edit: EditedPassage) => {
    const read = edit.original ?? edit.content
    const replacement = replacementOf(edit)
    const { start, end } = replacement
    const touched = drafts.filter(({ charStart, charEnd }) => charStart < end && start < charEnd)
    const carried = touched.map((draft) => {
      const own = {
        ...replacement,
        start: Math.max(start, draft.charStart),
        end: Math.min(end, draft.charEnd),
      }
      const isSameText =
        draft.content.slice(own.start - draft.charStart, own.end - draft.charStart) ===
        read.slice(own.start - edit.charStart, own.end - edit.charStart)
      const isWhole = own.start === start && own.end === end
      return isSameText && (isWhole || replacement.text === '') && replaceIn(draft, own)
    })
    return carried.length > 0 && carried.every(Boolean)
  }

  const different = edits.filter((edit) => {
    const same = drafts.filter(({ content }) => content === (edit.original ?? edit.content))
    const inPlace = same.filter(({ charStart }) => charStart === edit.charStart)
    for (const draft of inPlace.length > 0 ? inPlace : same) whole.set(draft, edit)
    return same.length === 0
  })
  for (const edit of different) if (!carryInParts(edit)) lost.push(edit)

  const passages = drafts.map((draft): CarriedPassage => {
    const edit = whole.get(draft)
    const replacements = inParts.get(draft)
    if (edit) return { ...draft, content: edit.content, enabled: edit.enabled, original: edit.original }
    return replacements ? apply(draft, replacements) : { ...draft, enabled: true, original: null }
  })
  return { passages, lost }
}
