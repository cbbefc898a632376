import fc from 'fast-check'

const SIZE = 50_000
const long = (unit: string) => unit.repeat(SIZE / unit.length)
const nested = (open: string, close: string) => `${open.repeat(3_000)}1${close.repeat(3_000)}`

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202etxet',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(500),
  `a@${long('.')}@`,
  `${long('a.')}@`,
  long('x'),
  long(' '),
  long('\t\n'),
  long('\u0301'),
  long('<!--'),
  "'; drop table users; -- : * & | ! ( ) % _ \\",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker would send
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '\r\nset-cookie: a=b',
]

const OTHERS = [
  '"x"',
  'null',
  'true',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '[]',
  '{}',
  '{"a":{"b":[null]}}',
  nested('[', ']'),
  nested('{"a":', '}'),
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 4_000 }, (_, n) => `"k${n}":0`).join(',')}}`,
  '{"__proto__":{"is_admin":true}}',
  '{"constructor":{"prototype":{"is_admin":true}}}',
]

/** JSON of texts that no form sends: the same ones in every run, plus random ones. */
export const oddTexts = (random: number, seed: number): string[] =>
  [...TEXTS, ...fc.sample(fc.string({ unit: 'binary' }), { numRuns: random, seed })].map((text) =>
    JSON.stringify(text),
  )

/** JSON of anything else. */
export const oddValues = (random: number, seed: number): string[] => [
  ...OTHERS,
  ...fc.sample(fc.json({ stringUnit: 'binary' }), { numRuns: random, seed }),
]

/** Escaped path segments that no link contains. */
export const oddParts = (random: number, seed: number): string[] => [
  '%00',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '..%2f..%2f',
  "'",
  'x'.repeat(101),
  'x'.repeat(8_000),
  '%20'.repeat(2_000),
  ...fc.sample(fc.string({ unit: 'grapheme' }), { numRuns: random, seed }).map(encodeURIComponent),
]
