import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryEdits } from '../../server/knowledge/documents/carried-edits.ts'
import type { EditedPassage } from '../../server/knowledge/documents/passages.repository.ts'
import type { PassageDraft } from '../../server/knowledge/ingestion/split.ts'

const TEXT = 'Boots cost 10 euros. They ship on Monday. Returns take 30 days. Call us for more.'

/** Passages of the text between these places. */
const cut = (...places: number[]): PassageDraft[] =>
  places.slice(1).map((charEnd, position) => {
    const charStart = places[position]!
    return {
      position,
      headingPath: [],
      content: TEXT.slice(charStart, charEnd),
      charStart,
      charEnd,
      page: null,
    }
  })
const whole = cut(0, TEXT.length)
/** At each sentence. */
const sentences = cut(0, 20, 41, 63, TEXT.length)

const edit = (draft: PassageDraft, content: string, enabled = true): EditedPassage => ({
  content,
  original: content === draft.content ? null : draft.content,
  enabled,
  charStart: draft.charStart,
  page: null,
})
const contents = ({ passages }: ReturnType<typeof carryEdits>) =>
  passages.map(({ content }) => content.trim())

describe('an edit of a passage', () => {
  it('is taken over by a passage of the same text', () => {
    const carried = carryEdits(whole, [edit(whole[0]!, 'Ask us.', false)])
    expect(carried.lost).toEqual([])
    expect(carried.passages).toMatchObject([{ content: 'Ask us.', original: TEXT, enabled: false }])
  })

  it('is taken over by the one at the same place where several have the same text', () => {
    const twice = [whole[0]!, { ...whole[0]!, position: 1, charStart: 100, charEnd: 100 + TEXT.length }]
    const { passages } = carryEdits(twice, [{ ...edit(whole[0]!, TEXT, false), charStart: 100 }])
    expect(passages.map(({ enabled }) => enabled)).toEqual([true, false])
  })

  it('changes the words of the smaller passage that holds them, and no other', () => {
    const carried = carryEdits(sentences, [edit(whole[0]!, TEXT.replace('10 euros', '12 euros'))])
    expect(carried.lost).toEqual([])
    expect(carried.passages[0]).toMatchObject({
      content: 'Boots cost 12 euros.',
      original: 'Boots cost 10 euros.',
    })
    expect(carried.passages.slice(1).map(({ original }) => original)).toEqual([null, null, null])
  })

  it('changes the words of several smaller passages in the larger one that holds them all', () => {
    const [first, , third] = sentences
    const carried = carryEdits(whole, [
      edit(first!, first!.content.replace('10', '12')),
      edit(third!, third!.content.replace('30', '45')),
    ])
    expect(carried.lost).toEqual([])
    expect(contents(carried)).toEqual([TEXT.replace('10', '12').replace('30', '45')])
  })

  it('cuts what was disabled out of larger passages, and disables smaller ones', () => {
    const [, second] = sentences
    expect(contents(carryEdits(whole, [edit(second!, second!.content, false)]))).toEqual([
      TEXT.replace(second!.content, ''),
    ])
    const smaller = carryEdits(sentences, [edit(whole[0]!, TEXT, false)])
    expect(smaller.lost).toEqual([])
    expect(smaller.passages.map(({ enabled }) => enabled)).toEqual([false, false, false, false])
  })

  it('is named as lost where its words are cut in two, overlap another edit, or are gone', () => {
    const across = edit(whole[0]!, TEXT.replace('euros. They ship', 'euros, and they ship'))
    expect(carryEdits(sentences, [across]).lost).toEqual([across])
    const [first] = sentences
    const other = edit(first!, first!.content.replace('10', '11'))
    const same = edit(first!, first!.content.replace('10', '12'))
    expect(carryEdits(whole, [other, same]).lost).toEqual([same])
    const gone = { ...other, original: 'Shoes cost 10 euros.', content: 'Shoes cost 11 euros.' }
    expect(carryEdits([{ ...whole[0]!, content: 'Nothing of that.' }], [gone]).lost).toEqual([gone])
  })

  it('is never lost without a report, wherever passages are split', () => {
    const places = fc.uniqueArray(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 4 })
    const cuts = places.map((some) => cut(0, ...some.sort((a, b) => a - b), TEXT.length))
    fc.assert(
      fc.property(cuts, cuts, fc.nat(), fc.boolean(), (before, after, which, enabled) => {
        const old = before[which % before.length]!
        const made = enabled ? edit(old, `${old.content} Changed`) : edit(old, old.content, false)
        const { passages, lost } = carryEdits(after, [made])
        const searched = passages.filter((one) => one.enabled).map(({ content }) => content)
        if (enabled) expect(searched.join('').includes('Changed')).toBe(lost.length === 0)
        else {
          expect(lost).toEqual([])
          expect(searched.join('').replace(/\s/g, '')).toBe(
            (TEXT.slice(0, old.charStart) + TEXT.slice(old.charEnd)).replace(/\s/g, ''),
          )
        }
        for (const { original, content } of passages) expect(original).not.toBe(content)
      }),
    )
  })
})
