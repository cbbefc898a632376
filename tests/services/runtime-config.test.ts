import { describe, expect, it } from 'vitest'
import { readRuntimeConfig } from '../../src/services/browser/runtime-config.ts'

const read = (apiBase?: unknown) =>
  readRuntimeConfig(apiBase === undefined ? {} : { LECTERN_CONFIG: { apiBase } })

describe('[S7.31] the API base', () => {
  it('is this origin unless it is configured', () => {
    expect(read()).toEqual({ apiBase: '' })
    expect(read('')).toEqual({ apiBase: '' })
  })

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['http://127.0.0.1:8080/lectern', 'http://127.0.0.1:8080/lectern'],
    ['/backend/', '/backend'],
  ])('%s is taken', (given, base) => {
    expect(read(given)).toEqual({ apiBase: base })
  })

  it.each(['javascript:alert(1)', '//evil.example', 'api.example.com', 7, 'https://a b'])(
    '%s is refused',
    (given) => {
      expect(() => read(given)).toThrow('LECTERN_CONFIG.apiBase')
    },
  )
})
