import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/suitable-node.mjs'
import { ENGLISH } from '../../server/kernel/texts/english/index.ts'
import { LANGUAGES } from '../../src/texts/language.ts'
import { catalogueIn, serverCatalogueIn, textsOfTheApp } from '../../tools/texts/catalogues.ts'
import { nodesIn } from '../../tools/texts/find.ts'
import { tableOf } from '../../tools/texts/since.ts'

type Tokens = ReturnType<typeof compileMessage>

/** Names of the placeholders, and the tags around parts of a sentence. */
function partsOf(message: string) {
  const names = (tokens: Tokens): string[] =>
    Array.isArray(tokens)
      ? tokens.flatMap((token) => {
          if (!Array.isArray(token)) return []
          const [name, , cases] = token
          const inner = typeof cases === 'object' && cases !== null ? Object.values(cases) : []
          return [
            String(name),
            ...inner.flatMap((part) => (typeof part === 'number' ? [] : names(part as Tokens))),
          ]
        })
      : []
  const tags = message.match(/<\/?\d>/g) ?? []
  return [...new Set([...names(compileMessage(message)), ...tags])].sort()
}

/** Attributes that people read. */
const SPOKEN = [
  'aria-label',
  'aside',
  'label',
  'title',
  'placeholder',
  'hint',
  'lead',
  'submit',
  'busy',
  'confirm',
  'alt',
]

/** Of objects that a view shows. */
const SPOKEN_OF_OBJECTS = ['name', 'label', 'title', 'hint']
const SEVERAL_WORDS = /^[A-Z]\w* /

/** Words of a view that do not pass through `t`. */
function bareWords(file: string) {
  const isWord = (text: unknown) => typeof text === 'string' && /[A-Za-z]{2}/.test(text)
  return [...nodesIn(parseSync(file, readFileSync(path.join(ROOT, file), 'utf8')).program)].flatMap(
    (node) => {
      if (node.type === 'JSXText' && isWord(node.value)) return [`${file}: ${String(node.value).trim()}`]
      if (node.type === 'Property') {
        const { key, value } = node as { key: { name?: string }; value: { value?: unknown } }
        const isBare = SPOKEN_OF_OBJECTS.includes(key.name ?? '') && SEVERAL_WORDS.test(String(value.value))
        return isBare ? [`${file}: ${key.name}: ${value.value}`] : []
      }
      if (node.type !== 'JSXAttribute') return []
      const { name, value } = node as {
        name: { name: string }
        value: { type: string; value: unknown } | null
      }
      return SPOKEN.includes(name.name) && value?.type === 'Literal' && isWord(value.value)
        ? [`${file}: ${name.name}="${value.value}"`]
        : []
    },
  )
}

/** Neither a description for reviewers nor a chart that is only drawn, and no sample, which is content. */
const NOT_SPOKEN = new Set(['description', 'type', 'id', 'src', 'meta'])
const SENTENCE = /^[“A-Z].* .*[a-z][.!?…]$/s

/** Sentences of a machine or a service that do not pass through `t`. */
function* bareSentences(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const node = value as {
    type?: string
    callee?: { name?: string }
    key?: { name?: string }
    value?: unknown
  }
  if (node.type === 'ImportDeclaration' || node.type === 'NewExpression') return
  if (node.type === 'CallExpression' && /^(?:t|localized|notProvided)$/.test(node.callee?.name ?? '')) return
  if (node.type === 'Property' && NOT_SPOKEN.has(node.key?.name ?? '')) return
  if (node.type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value)) yield node.value
  if (node.type === 'TemplateLiteral') {
    const { quasis } = value as { quasis: readonly { value: { cooked: string } }[] }
    const text = quasis.map(({ value: { cooked } }) => cooked).join('…')
    if (SENTENCE.test(text)) yield text
  }
  for (const part of Object.values(value)) yield* bareSentences(part)
}

const { catalogues, problems } = textsOfTheApp()
const texts = [...catalogues.values()].flat()

describe('texts of the interface', () => {
  it('are written out where they are used, so that they can be collected', () => {
    expect(problems).toEqual([])
  })

  it('are whole, with placeholders that say what they stand for', () => {
    const fragments = texts.filter((text) => /^[\s,·]|[\s,·]$/.test(text))
    const unnamed = texts.filter((text) => partsOf(text).some((name) => /^(?:value|[a-z]+\d+)$/i.test(name)))
    expect([...fragments, ...unnamed]).toEqual([])
  })

  it('[ux 22] leave the writing of a share to the language', () => {
    expect(texts.filter((text) => /\}\s?%/.test(text))).toEqual([])
  })

  it('stand nowhere in a view without passing through `t`', () => {
    const views = globSync('src/ui/**/*.tsx', { cwd: ROOT }).filter(
      (file) => !file.startsWith('src/ui/inspect/'),
    )
    expect(views.flatMap(bareWords)).toEqual([])
  })

  it('[43.1] name a deletion only on a button that shows the danger', () => {
    const dialogs = globSync('src/ui/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/<FormDialog\b(?:[^>]|=>)*>/g)].map(
        ([opening]) => opening,
      ),
    )
    const deleting = dialogs.filter((opening) => /submit=\{t\('(?:Delete|Erase|Remove)/.test(opening))
    expect(deleting).not.toEqual([])
    expect(deleting.filter((opening) => !opening.includes('isDangerous'))).toEqual([])
  })

  it('leave the writing of numbers and dates to one file, which knows the locale', () => {
    const files = globSync('src/ui/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['src/ui/parts/format.ts'] })
    const unwritten =
      /\.toFixed\(|\.toLocale\w*String\(|Intl\.(?:Number|DateTime)Format\((?!\)\.resolvedOptions)/
    const found = files.filter((file) => unwritten.test(readFileSync(path.join(ROOT, file), 'utf8')))
    // Prices are in dollars, and written as the shown language does.
    expect(found).toEqual(['src/ui/billing/format.ts'])
  })

  it('stand in no machine and no service without passing through `t`', () => {
    const files = globSync('src/{machines,services,compose}/**/*.ts', {
      cwd: ROOT,
      exclude: ['src/services/{contract,sample}/**'],
    })
    const bare = files.flatMap((file) => {
      // What is only drawn stands at the end of a chart that others share.
      const [source = ''] = readFileSync(path.join(ROOT, file), 'utf8').split('/* @__PURE__ */')
      return [...bareSentences(parseSync(file, source).program)].map((text) => `${file}: ${text}`)
    })
    expect(bare).toEqual([])
  })

  describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
    const catalogue = catalogueIn(language)

    it('are complete: else run npm run texts, and translate what is empty', () => {
      expect(texts.filter((text) => !catalogue[text])).toEqual([])
      expect(Object.keys(catalogue).filter((text) => !texts.includes(text))).toEqual([])
    })

    it('keep their placeholders and tags', () => {
      const changed = Object.entries(catalogue).filter(
        ([text, translated]) => partsOf(text).join() !== partsOf(translated).join(),
      )
      expect(changed).toEqual([])
    })
  })
})

/** docs/voice.md, Terms: what is not written. */
const NOT_WRITTEN =
  /\b(?:the users?|bots?|agents?|chunks?|corpus|e-mails?|mail address(?:es)?|sign(?:ed)? in|sign-ins?|2FA|recovery codes?|revoke[ds]?|megabytes?)\b/i

it('texts of the interface and of the server keep to the terms of docs/voice.md', () => {
  const all = [...texts, ...Object.values(ENGLISH)]
  expect(all.filter((text) => NOT_WRITTEN.test(text.replace(/\{\w+\}/g, '')))).toEqual([])
})

it('[43] what changed since a commit is a table of key, before and after', () => {
  const before = { 'app, de: Save': 'Sichern', 'app, de: Old': 'Alt', 'server, en: gone': 'Gone.' }
  const after = { 'app, de: Save': 'Speichern', 'server, en: gone': 'Gone.', 'server, en: or': 'a|b' }
  expect(tableOf(new Map(Object.entries(before)), new Map(Object.entries(after)))).toEqual([
    '| app, de: Old | Alt |  |',
    '| app, de: Save | Sichern | Speichern |',
    '| server, en: or |  | a\\|b |',
  ])
})

/** One word for each role: Inhaber, Administrator. */
const NOT_WRITTEN_IN_GERMAN = /Eigentümer|\bAdmins?\b|\bAdministration\b/

it('[43] German has one word for each role', () => {
  const texts = [...Object.values(catalogueIn('de')), ...Object.values(serverCatalogueIn('de'))]
  expect(texts.filter((text) => NOT_WRITTEN_IN_GERMAN.test(text))).toEqual([])
})

describe('texts of the server', () => {
  it('have values that say what they stand for', () => {
    expect(Object.values(ENGLISH).filter((text) => partsOf(text).includes('value'))).toEqual([])
  })

  describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
    const catalogue = serverCatalogueIn(language)

    it('are complete: else run npm run texts, and translate what is empty', () => {
      expect(Object.keys(ENGLISH).filter((code) => !catalogue[code])).toEqual([])
      expect(Object.keys(catalogue).filter((code) => !(code in ENGLISH))).toEqual([])
    })

    it('have the values of the English ones', () => {
      const changed = Object.entries(ENGLISH).filter(
        ([code, english]) => partsOf(english).join() !== partsOf(catalogue[code] ?? '').join(),
      )
      expect(changed).toEqual([])
    })
  })
})
