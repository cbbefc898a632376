import { describe, expect, it } from 'vitest'
import { translatorTo } from '../../src/texts/server-texts.ts'

describe('what the server says', () => {
  const translated = translatorTo('de', {
    Document: 'Dokument',
    '{what} not found.': '{!what} nicht gefunden.',
    '“{name}” is ready': '„{name}“ ist bereit',
    'The {plan} plan has room for {max} members.': 'Der Plan {plan} umfasst {max} Mitglieder.',
    'The plan ends.': 'Der Plan endet.',
  })

  it('is translated whole', () => {
    expect(translated('The plan ends.')).toBe('Der Plan endet.')
  })

  it('keeps what people have named, also where it is a word of the server', () => {
    expect(translated('“Document” is ready')).toBe('„Document“ ist bereit')
    expect(translated('“50 % (new) $& {0}\nv.2” is ready')).toBe('„50 % (new) $& {0}\nv.2“ ist bereit')
  })

  it('translates what the server has put into it', () => {
    expect(translated('Document not found.')).toBe('Dokument nicht gefunden.')
    expect(translated('Gadget not found.')).toBe('Gadget nicht gefunden.')
  })

  it('writes numbers as the language does', () => {
    expect(translated('The Pro plan has room for 2,000 members.')).toBe(
      'Der Plan Pro umfasst 2.000 Mitglieder.',
    )
  })

  it('stays English where it is not known', () => {
    expect(translated('Said by a newer server.')).toBe('Said by a newer server.')
  })
})
