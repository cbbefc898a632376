import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENGLISH } from '../../server/kernel/texts/english/index.ts'
import * as operations from '../../src/services/contract/operations/index.ts'
import type { Operation } from '../../src/services/contract/operations/operation.ts'
import { findStrings, findTexts } from '../texts/find.ts'
import { EVERYWHERE, IN_COMMENTS, ON_SCREENS } from './rules.ts'

/** `npm run check`: texts, documents and comments must not break the rules of docs/voice.md about translated sentences. */
const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length

/** The rules for each place of a text. */
const RULES = {
  screen: [...EVERYWHERE, ...ON_SCREENS],
  comment: [...EVERYWHERE, ...IN_COMMENTS],
  document: EVERYWHERE,
}

interface Text {
  readonly file: string
  readonly line: number
  readonly said: string
  readonly place: keyof typeof RULES
}

/** Texts of the app: `t('…')`. */
const ofTheApp = (): Text[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const source = read(file)
    return findTexts(file, source).texts.map(({ text, end }) => ({
      file,
      line: lineAt(source, end),
      said: text,
      place: 'screen' as const,
    }))
  })

/** Texts of the server: refusals, reasons, notifications, plans and mails. */
const ofTheServer = (): Text[] => {
  const files = globSync('server/kernel/texts/english/*.ts', { cwd: root }).map((file) => ({
    file,
    source: read(file),
  }))
  return Object.values(ENGLISH).map((said) => {
    const { file, source } = files.find((one) => one.source.includes(said)) ?? {
      file: 'server/kernel/texts',
      source: '',
    }
    return { file, line: lineAt(source, Math.max(0, source.indexOf(said))), said, place: 'screen' }
  })
}

/** The operator's texts: commands, findings, and what is wrong with a setting. */
const ofTheOperator = (): Text[] =>
  globSync(['server/operator/**/*.ts', 'server/kernel/config/*.ts', 'server/main.ts'], {
    cwd: root,
    exclude: ['server/operator/demo/**'],
  }).flatMap((file) => {
    const source = read(file)
    return findStrings(file, source).map(({ text, at }) => ({
      file,
      line: lineAt(source, at),
      said: text,
      place: 'document' as const,
    }))
  })

/** The reference's texts about API operations. */
const ofTheApi = (): Text[] =>
  Object.values(operations)
    .flatMap((resource): Operation[] => Object.values(resource))
    .flatMap(({ address, rules: { summary, description = '', refuses = {} } }) =>
      [summary, description, ...Object.values(refuses)].map((said) => ({
        file: `the reference of ${address}`,
        line: 0,
        said,
        place: 'screen' as const,
      })),
    )

/** Documents, except those that quote bad examples; of the changelog, only what is unreleased. */
const ofDocuments = (): Text[] =>
  [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'clients/typescript/README.md',
    'tests/harness/README.md',
    ...globSync(['docs/*.md', '{src,server,tests}/**/decisions.md'], {
      cwd: root,
      exclude: ['docs/voice.md'],
    }),
  ].flatMap((file) => {
    const [top = '', ...older] = read(file).split(/^(?=## \d)/m)
    const source = file === 'CHANGELOG.md' ? top : [top, ...older].join('')
    return source.split('\n').map((said, at) => ({ file, line: at + 1, said, place: 'document' as const }))
  })

/** Comments of the server and the app: blocks, and lines that contain nothing else. */
const COMMENT = /\/\*\*?\s[\s\S]*?\*\/|^\s*\/\/ .*$/gm

const ofComments = (): Text[] =>
  globSync('{src,server}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const source = read(file)
    return [...source.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
      file,
      line: lineAt(source, index),
      said: comment.replace(/\s*\n\s*\*?\s?/g, ' '),
      place: 'comment' as const,
    }))
  })

/** The sentence that a rule matched; code in it is ignored. */
const sentenceAround = (said: string, at: number) => {
  const from = Math.max(0, said.slice(0, at).search(/[^.!?|]*$/))
  return said.slice(from, at) + (said.slice(at).match(/^[^.!?|]*[.!?]?/)?.[0] ?? '')
}

const texts = [
  ...ofTheApp(),
  ...ofTheServer(),
  ...ofTheOperator(),
  ...ofTheApi(),
  ...ofDocuments(),
  ...ofComments(),
]
const faults = texts.flatMap(({ file, line, said, place }) => {
  const prose = said.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
  return RULES[place].flatMap(([pattern, instead]) => {
    const at = prose.search(pattern)
    return at < 0 ? [] : [`${file}:${line} “${sentenceAround(said, at).trim()}” Write ${instead}.`]
  })
})
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
