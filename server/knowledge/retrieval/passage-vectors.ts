import { split } from '../ingestion/split.ts'
import { type Embedder, embeddedText } from './embedder.ts'
import { type StoredVectors, toStored } from './vectors.ts'

type Embedded = { title: string; headingPath: string[]; content: string }

/** Parts may be longer than the average by this factor, so that they can end between sentences. */
const SIZE_TOLERANCE = 1.2

/** Splits a text into parts of similar length that end between sentences or lines. */
const partsOf = (content: string, length: number) => {
  const count = Math.round(content.length / length)
  if (count < 2) return [content]
  const blocks = [{ kind: 'text' as const, start: 0, end: content.length, headingPath: [], page: null }]
  const size = Math.ceil((content.length / count) * SIZE_TOLERANCE)
  return split({ title: '', text: content, blocks }, { passage_size: size, passage_overlap: 0 }).map(
    ({ content: part }) => part,
  )
}

/** Embeds passages, in order: each as a whole, or in parts with the same headings. @throws Error if vectors are missing */
export const embedPassages = async (
  { embed, partLength }: Pick<Embedder, 'embed' | 'partLength'>,
  passages: Embedded[],
  urgency: 'now' | 'inTurn',
): Promise<StoredVectors[]> => {
  const texts = passages.map(({ title, headingPath, content }) =>
    (partLength === undefined ? [content] : partsOf(content, partLength)).map((part) =>
      embeddedText(title, headingPath, part),
    ),
  )
  const all = texts.flat()
  const vectors = await embed(all, urgency)
  if (vectors.length < all.length) throw new Error('the embedding model gave too few vectors')
  return texts.map(({ length }) => toStored(vectors.splice(0, length)))
}
