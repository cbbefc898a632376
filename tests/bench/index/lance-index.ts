import {
  BooleanQuery,
  type Connection,
  connect,
  Index,
  MatchQuery,
  Occur,
  type Table,
} from '@lancedb/lancedb'
import type { S3Settings } from '../../../server/kernel/config/s3.ts'
import type {
  IndexedDocument,
  Meaning,
  PassageIndex,
  Wanted,
} from '../../../server/knowledge/retrieval/index/passage-index.ts'
import { passageTerms } from '../../../server/knowledge/retrieval/index/passage-terms.ts'
import type { QuestionWord } from '../../../server/knowledge/retrieval/index/question-words.ts'

/** So many are asked for by words: the engine adds up what we take the best of, so that its order is not ours. */
const WORD_CANDIDATES = 200
/** From so many passages on, vectors have an index; below, each is looked at. */
const VECTOR_INDEX_FROM = 20_000
/** Of the passages that the index finds, so many times those that are wanted are compared by their whole vectors. */
const CLOSE_LOOKS = 10

type PassageRow = {
  id: string
  document: string
  version: string
  language: string
  /** Empty where the passage has no vector. */
  model: string
  terms: string
  vector: number[]
}
type DocumentRow = { id: string; version: string; language: string; passages: number; length: number }
/** Counts of all rows of a term add up. */
type TermRow = { term: string; passages: number }

const among = (column: string, values: readonly string[]) =>
  `${column} IN (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`

const usesOf = (terms: string) => {
  const uses = new Map<string, number>()
  for (const term of terms.split(' ')) uses.set(term, (uses.get(term) ?? 0) + 1)
  return uses
}

const storageOf = (s3: S3Settings | null) =>
  s3 && {
    storageOptions: {
      region: s3.region,
      ...(s3.endpoint && { endpoint: s3.endpoint, allowHttp: 'true' }),
      ...(s3.credentials && {
        accessKeyId: s3.credentials.accessKeyId,
        secretAccessKey: s3.credentials.secretAccessKey,
      }),
    },
  }

const rowsOf = (document: IndexedDocument, dimensions: number): PassageRow[] =>
  document.passages.map((passage) => ({
    id: passage.id,
    document: document.id,
    version: document.version,
    language: document.language,
    model: passage.vectors[0] ? (document.model ?? '') : '',
    terms: [...passageTerms(document, passage).uses]
      .flatMap(([term, uses]) => Array<string>(uses).fill(term))
      .join(' '),
    vector: [...(passage.vectors[0] ?? Array<number>(dimensions).fill(0))],
  }))

export type LanceIndex = Awaited<ReturnType<typeof openLanceIndex>>

/**
 * A knowledge base as three tables of LanceDB: its passages with terms that we made, its documents, and how many
 * passages hold each term. What a killed write leaves among the passages belongs to no document, and is not found.
 */
export const openLanceIndex = async (
  uri: string,
  base: string,
  dimensions: number,
  s3: S3Settings | null = null,
) => {
  const db: Connection = await connect(uri, { ...storageOf(s3) })
  const open = (kind: string): Promise<Table | null> =>
    db.openTable(`${base}-${kind}`).catch((error: unknown) => {
      if (/was not found/.test(String(error))) return null
      throw error
    })
  let passages = await open('passages')
  let documents = await open('documents')
  let lexicon = await open('terms')

  const known = new Map<string, DocumentRow>()
  for (const row of ((await documents?.query().toArray()) ?? []) as DocumentRow[])
    known.set(row.id, { ...row })
  const frequencies = new Map<string, number>()
  const count = (term: string, by: number) => frequencies.set(term, (frequencies.get(term) ?? 0) + by)
  const counted = await lexicon?.query().toArrow()
  const [terms, numbers] = [counted?.getChild('term'), counted?.getChild('passages')]
  for (let at = 0; at < (counted?.numRows ?? 0); at++) count(String(terms?.get(at)), Number(numbers?.get(at)))

  const add = async <Row extends Record<string, unknown>>(table: Table | null, kind: string, rows: Row[]) => {
    if (rows.length === 0) return table
    if (!table) return db.createTable(`${base}-${kind}`, rows)
    await table.add(rows)
    return table
  }

  /** The terms of documents are taken off the counts before their passages go. */
  const remove = async (ids: string[]) => {
    const gone = ids.filter((id) => known.has(id))
    if (gone.length === 0) return new Map<string, number>()
    const taken = new Map<string, number>()
    const where = among('document', gone)
    for (const { terms } of (await passages?.query().where(where).select(['terms']).toArray()) ?? [])
      for (const term of new Set(String(terms).split(' '))) taken.set(term, (taken.get(term) ?? 0) - 1)
    for (const id of gone) known.delete(id)
    await documents?.delete(among('id', gone))
    await passages?.delete(where)
    return taken
  }

  const note = async (changes: ReadonlyMap<string, number>) => {
    const rows = [...changes].map(([term, by]): TermRow => ({ term, passages: by }))
    for (const { term, passages: by } of rows) count(term, by)
    lexicon = await add(lexicon, 'terms', rows)
  }

  const isSearched = (row: { document: string; version: string }, documentIds: Wanted['documentIds']) =>
    known.get(row.document)?.version === row.version && (documentIds?.has(row.document) ?? true)

  return {
    async put(given: IndexedDocument[]) {
      const changes = await remove(given.map(({ id }) => id))
      const rows = given.flatMap((document) => rowsOf(document, dimensions))
      for (const { terms } of rows)
        for (const term of new Set(terms.split(' '))) changes.set(term, (changes.get(term) ?? 0) + 1)
      passages = await add(passages, 'passages', rows)
      await note(changes)
      const added = given.map(
        (document): DocumentRow => ({
          id: document.id,
          version: document.version,
          language: document.language,
          passages: document.passages.length,
          length: document.passages.reduce((sum, one) => sum + passageTerms(document, one).length, 0),
        }),
      )
      documents = await add(documents, 'documents', added)
      for (const row of added) known.set(row.id, row)
    },

    async keep(versions: ReadonlyMap<string, string>) {
      await note(
        await remove(
          [...known.values()].flatMap((one) => (versions.get(one.id) === one.version ? [] : [one.id])),
        ),
      )
    },

    versions: () => new Map([...known.values()].map(({ id, version }) => [id, version])),

    counts() {
      const languages = new Map<string, number>()
      let [all, length] = [0, 0]
      for (const one of known.values()) {
        languages.set(one.language, (languages.get(one.language) ?? 0) + one.passages)
        all += one.passages
        length += one.length
      }
      return { passages: all, languages, measured: all, length }
    },

    frequencyOf: (term: string) => frequencies.get(term) ?? 0,
    terms: () => frequencies.keys(),

    async byWords(words: readonly QuestionWord[], _average: number, { documentIds }: Wanted) {
      const asked = words.flatMap((word) => word.terms)
      if (!passages || asked.length === 0) return []
      const query = passages
        .query()
        .fullTextSearch(
          new BooleanQuery(
            asked.map(({ term, weight }) => [Occur.Should, new MatchQuery(term, 'terms', { boost: weight })]),
          ),
        )
        .select(['id', 'document', 'version', 'language', 'model', 'terms', '_score'])
        .limit(WORD_CANDIDATES)
      if (documentIds) query.where(among('document', [...documentIds]))
      const rows = (await query.toArray()) as PassageRow[]
      return rows
        .filter((row) => isSearched(row, documentIds))
        .map(({ id, language, model, terms }) => ({
          id,
          language,
          model: model || null,
          length: terms.split(' ').length,
          uses: usesOf(terms),
        }))
    },

    async byMeaning({ vector, model }: Meaning, { limit, documentIds }: Wanted) {
      if (!passages || vector.length !== dimensions) return []
      const query = passages
        .vectorSearch(vector)
        .distanceType('cosine')
        .refineFactor(CLOSE_LOOKS)
        .select(['id', 'document', 'version', 'language', 'model', '_distance'])
        .limit(limit)
      if (documentIds) query.where(among('document', [...documentIds]))
      const rows = (await query.toArray()) as (PassageRow & { _distance: number })[]
      return rows
        .filter((row) => row.model === model && isSearched(row, documentIds))
        .map(({ id, language, _distance }) => ({ id, language, cosine: 1 - _distance }))
    },

    /** Puts what was written since into the indexes, and takes what was deleted off the disk. */
    async compact() {
      const has = new Set((await passages?.listIndices())?.flatMap(({ columns }) => columns))
      if (!has.has('terms'))
        await passages?.createIndex('terms', {
          config: Index.fts({
            baseTokenizer: 'whitespace',
            stem: false,
            lowercase: false,
            removeStopWords: false,
            asciiFolding: false,
            withPosition: false,
            maxTokenLength: 300,
          }),
        })
      if (!has.has('vector') && ((await passages?.countRows()) ?? 0) >= VECTOR_INDEX_FROM)
        await passages?.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) })
      lexicon = await db.createTable(
        `${base}-terms`,
        [...frequencies].flatMap(([term, passages]) => (passages > 0 ? [{ term, passages }] : [])),
        { mode: 'overwrite' },
      )
      for (const table of [passages, documents, lexicon])
        await table?.optimize({ cleanupOlderThan: new Date() })
    },

    close: () => db.close(),
  } satisfies PassageIndex & Record<string, unknown>
}
