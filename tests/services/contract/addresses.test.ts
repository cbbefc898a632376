import { describe, expect, it } from 'vitest'
import { isAddress } from '../../../src/services/contract/billing.ts'

/** Mail servers deliver each of these to mia@strict.test, or to somebody beside. */
const READ_OTHERWISE = [
  'x<mia@strict.test>',
  'a,b@strict.test',
  'g:mia@strict.test;',
  '"mia"@strict.test',
  'mia(note)@strict.test',
  'mia@strict.test\0',
  'mia@strict.test\r\nBcc: x',
  'mia@@strict.test',
  'mia@[127.0.0.1]',
]

describe('[attack L4] an address', () => {
  it.each(READ_OTHERWISE)('is not %j, which a mail server reads otherwise', (odd) => {
    expect(isAddress(odd)).toBe(false)
  })

  it.each(['mia@strict.test', 'mia+news@mail.strict.test', 'müller@straße.test'])('is %s', (plain) => {
    expect(isAddress(plain)).toBe(true)
  })
})
