import { describe, expect, it } from 'vitest'
import { Registration } from '../../../src/services/contract/accounts.ts'
import { name, nonBlank } from '../../../src/services/contract/common.ts'
import { ConversationPatch } from '../../../src/services/contract/conversations.ts'
import { NewIntegration } from '../../../src/services/contract/integrations.ts'
import { NewKnowledgeBase } from '../../../src/services/contract/knowledge-bases.ts'
import { NewOrganization } from '../../../src/services/contract/organizations.ts'

const EMPTY_LOOKING = ['', '   ', '\u200b', '\u200b \u2060', '\ufeff', '\u3164', '\u2800', '\u0301', '\u202e']
const TURNED = ['in\u202evoice', 'a\u200bb', 'a\u2066b', 'two\nlines', 'a\u0007b']
const GOOD = ['Northwind', '北風', 'می\u200cخواهم', '👩\u200d🚀', 'Ünïcode & Co.', '7']

describe('a name', () => {
  it.each(EMPTY_LOOKING)('can be seen: not %j', (value) => {
    expect(nonBlank(80).safeParse(value).success).toBe(false)
    expect(name(80).safeParse(value).success).toBe(false)
  })

  it.each(TURNED)('has nothing that cannot be seen: not %j', (value) => {
    expect(name(80).safeParse(value).success).toBe(false)
    expect(nonBlank(80).safeParse(value).success).toBe(true)
  })

  it.each(GOOD)('may be %j', (value) => expect(name(80).safeParse(value).data).toBe(value))

  it('is asked of everything that people name', () => {
    for (const value of [...EMPTY_LOOKING.slice(2), ...TURNED]) {
      const named = { name: value, description: '', settings: {} }
      const results = [
        NewOrganization.safeParse(named),
        NewKnowledgeBase.safeParse(named),
        NewIntegration.safeParse(named),
        ConversationPatch.safeParse({ title: value }),
        ConversationPatch.safeParse({ tags: [value] }),
      ]
      expect([value, ...results.map(({ success }) => success)]).toEqual([value, ...results.map(() => false)])
    }
    const account = { email: 'ada@example.com', password: 'Staple-9-battery', first_name: 'in\u202evoice' }
    expect(Registration.safeParse(account).success).toBe(false)
  })
})
