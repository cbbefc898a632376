import { describe, expect, it } from 'vitest'
import { patternsOf } from '../../tools/patterns/find.ts'

describe('the search for regular expressions', () => {
  const found = (code: string) =>
    patternsOf('a.ts', code).map(({ source, flags, line }) => [source, flags, line])

  it('finds those that are written and those that are made, and no text that looks like one', () => {
    expect(found('const a = /x+/gi\nconst b: RegExp = new RegExp("y*", "u")\nRegExp(`z`)')).toEqual([
      ['x+', 'gi', 1],
      ['y*', 'u', 2],
      ['z', '', 3],
    ])
    expect(found('const path = "/x+/" // /y+/\nconst half = 4 / 2 / 1')).toEqual([])
  })

  it('reports a pattern that is built at run time', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
    expect(found('new RegExp(`a${b}`)')).toEqual([[null, '', 1]])
  })
})
