import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/suitable-node.mjs'
import { bodyOf } from '../../server/kernel/errors.ts'
import { ENGLISH } from '../../server/kernel/texts/english/index.ts'
import { REFUSALS } from '../../server/kernel/texts/english/refusals.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { idOf, localized } from '../../src/texts/localized.ts'
import { notificationIn } from '../../src/texts/localized-parts.ts'
import { serverCatalogueIn } from '../../tools/texts/catalogues.ts'

type Tokens = ReturnType<typeof compileMessage>
type Values = Record<string, string | number>

/** The values of a message and, for those that choose between words, every choice. */
function choicesOf(message: string): Map<string, Set<string | number>> {
  const found = new Map<string, Set<string | number>>()
  const look = (tokens: Tokens) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, kind, cases] = token as [string, string?, Record<string, Tokens>?]
      const choices = found.get(name) ?? new Set()
      found.set(name, choices)
      if (kind === 'select') for (const choice of Object.keys(cases ?? {})) choices.add(choice)
      if (kind === 'plural') for (const count of [0, 1, 3]) choices.add(count)
      if (kind === 'number') choices.add(20_000)
      for (const inner of Object.values(cases ?? {})) if (typeof inner === 'object') look(inner as Tokens)
    }
  }
  look(compileMessage(message))
  return found
}

/** Every way in which a text can be said, with names that no catalogue holds. */
function everyValuesOf(message: string): Values[] {
  let all: Values[] = [{}]
  for (const [name, choices] of choicesOf(message)) {
    const values = choices.size > 0 ? [...choices] : ['Zyx 12']
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  }
  return all
}

/** Three English words in a row that German holds as well. */
const sharedWords = (english: string, german: string) => {
  const words = english.split(/[^\p{L}-]+/u).filter((word) => word !== '' && word !== 'Zyx')
  return words
    .map((_, at) => words.slice(at, at + 3))
    .filter((three) => three.length === 3 && german.includes(three.join(' ')))
}

describe('what the server refuses and tells', () => {
  beforeAll(() => {
    const german = Object.entries(serverCatalogueIn('de')).map(([code, text]) => [
      idOf(code),
      compileMessage(text),
    ])
    i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(german) })
  })
  afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

  it.each(Object.entries(ENGLISH))('says %s in German without an English word', (code, text) => {
    for (const values of everyValuesOf(text)) {
      const english = bodyOf({ code, values }).detail
      const german = localized({ code, values }, '')
      expect(german.trim()).not.toBe('')
      expect({ values, shared: sharedWords(english, german) }).toEqual({ values, shared: [] })
    }
  })

  it('[review 1] says a full plan in German, with the code by which the app offers an upgrade', () => {
    const body = bodyOf({
      code: 'plan_limit',
      values: { limit: 'integrations', plan: 'Pro', max: 20, larger: 'Business' },
    })
    expect(body.detail).toBe('The Pro plan has room for 20 integrations. Business has room for more.')
    const error = new HttpError({ status: 402, body, text: '', retryAfter: null })
    expect(error.detail).toBe('Der Tarif Pro umfasst 20 Integrationen. Business bietet mehr.')
    expect(error.code).toBe('plan_limit')
  })

  it('[review 2] says a refused file with its way out, and the reason of a field, in German', () => {
    const { detail, fields } = new HttpError({
      status: 422,
      body: {
        ...bodyOf(
          { code: 'type_mismatch', values: { kind: 'program', extension: 'pdf' } },
          { file: { code: 'empty_file' } },
        ),
      },
      text: '',
      retryAfter: null,
    })
    expect(detail).toBe(
      'Diese Datei endet auf .pdf, ist aber von anderer Art: Programm. Exportieren Sie sie noch einmal aus dem Programm, das sie erstellt hat.',
    )
    expect(fields).toEqual({ file: 'Diese Datei ist leer.' })
  })

  it('[review 2] says the names of several failed documents in German', () => {
    const values = {
      base: 'Hilfe',
      all: 6,
      count: 5,
      name: 'a',
      names: '“a”, “b”, “c”',
      others: 2,
      reason: '',
    }
    expect(notificationIn({ type: 'document_ingest_failure', values, title: '', message: '' })).toEqual({
      title: '5 von 6 Dokumenten konnten nicht gelesen werden',
      message: '“a”, “b”, “c” und 2 weitere in Hilfe. Der Grund steht jeweils daneben.',
    })
  })

  it('says what a catalogue lacks in English', () => {
    expect(localized({ code: 'of_a_newer_server' }, 'Said by a newer server.')).toBe(
      'Said by a newer server.',
    )
    const reason = { code: 'of_a_newer_server' }
    expect(localized({ code: 'source_failure.message', values: { reason, hint: reason } }, 'Whole.')).toBe(
      'Whole.',
    )
  })
})

it('holds no text that the server never says', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT, exclude: ['server/kernel/texts/english/**'] })
  const codes = Object.values(REFUSALS).flatMap((ofStatus) => Object.keys(ofStatus))
  // What the contract names (SHARE_REFUSALS, EMAIL_UNVERIFIED) stands there.
  const contract = globSync('src/services/contract/*.ts', { cwd: ROOT })
  const source = [...files, ...contract].map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n')
  expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})
