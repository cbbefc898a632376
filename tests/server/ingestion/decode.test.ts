import { describe, expect, it } from 'vitest'
import { decodeText, utf16In } from '../../../server/knowledge/ingestion/decode.ts'

/** Cyrillic letters in encodings of one byte each, by their places in the alphabet. */
const LETTERS = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const KOI8_ORDER = 'юабцдефгхийклмнопярстужвьызшэщчъ'
const encoded = (text: string, byteOf: (letter: string) => number) =>
  Uint8Array.from([...text], (letter) => (LETTERS.includes(letter) ? byteOf(letter) : letter.charCodeAt(0)))
const RUSSIAN =
  'программа читает настройки из файла при каждом запуске. чтобы изменить порт, откройте файл и укажите другой номер.'

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('Müller', 'utf8')],
    ['UTF-8 with a mark', Buffer.from('\ufeffMüller', 'utf8')],
    ['UTF-16 with a mark', Buffer.from('\ufeffMüller', 'utf16le')],
    ['Windows-1252', Buffer.from('Müller', 'latin1')],
  ])('is decoded from %s', (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe('Müller')
  })

  it('is decoded from Windows-1251 and KOI8-R, told apart by the letters', () => {
    expect(decodeText(encoded(RUSSIAN, (letter) => 0xe0 + LETTERS.indexOf(letter)))).toBe(RUSSIAN)
    expect(decodeText(encoded(RUSSIAN, (letter) => 0xc0 + KOI8_ORDER.indexOf(letter)))).toBe(RUSSIAN)
  })

  it.each(['One line.\nAnd a second one.\n', `${RUSSIAN}\n`, 'これは 日本語 の文章です。\nもう一つ。\n'])(
    '[knowledge low] is decoded from UTF-16 without a mark, in either order: %s',
    (text) => {
      const little = Buffer.from(text, 'utf16le')
      expect(decodeText(little)).toBe(text)
      expect(decodeText(Buffer.from(little).swap16())).toBe(text)
    },
  )

  it('is no UTF-16 where zeros are no text', () => {
    expect(utf16In(Uint8Array.from({ length: 400 }, (_, at) => (at % 2 ? 0 : at % 7)))).toBeNull()
    expect(utf16In(Buffer.from('plain text'))).toBeNull()
    expect(utf16In(new Uint8Array())).toBeNull()
  })

  it('is decoded from Shift_JIS', () => {
    // "これは日本語の文章です。" eight times over
    const sentence = [
      0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x95, 0xb6, 0x8f,
      0xcd, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42,
    ]
    const bytes = Uint8Array.from(Array.from({ length: 8 }, () => sentence).flat())
    expect(decodeText(bytes)).toBe('これは日本語の文章です。'.repeat(8))
  })

  it('is decoded as markup declares, and not where plain text speaks of an encoding', () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="iso-8859-2"><p>'),
      Buffer.from([0xb3, 0xf3, 0x64, 0xbc]),
    ])
    expect(decodeText(page, true)).toContain('łódź')
    expect(decodeText(page)).not.toContain('łódź')
  })
})
