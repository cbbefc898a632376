import { split } from '../ingestion/split.ts'
import { type Embedder, embeddedText } from './embedder.ts'
import { type StoredVectors, toStored } from './vectors.ts'

type Embedded = { title: string; headingPath: string[]; content: string }

/** Sentences do not end where a part should: a part may be longer than its share by as much. */
const PLAY = 1.2

/** Parts of about one length, which end between sentences or lines. */
const partsOf = (content: string, length: number) => {
  const count = Math.round(content.length / length)
  if (count < 2) return [content]
  const blocks = [{ kind: 'text' as const, start: 0, end: content.length, headingPath: [], page: null }]
  const size = Math.ceil((content.length / count) * PLAY)
  return split({ title: '', text: content, blocks }, { passage_size: size, passage_overlap: 0 }).map(
    ({ content: part }) => part,
  )
}

/** The vectors of passages, in their order: of each one for the whole, or one for each of its parts under the same headings. */
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
