import { expect, it } from 'vitest'
import { logoUrl, pictureUrl } from '../../src/services/assistants/pictures.ts'

const updated_at = '2026-01-31T12:00:00.000Z'
const T = Date.parse(updated_at)

it.each([
  [null, null],
  ['/api/v1/logos/1', `https://api.example/api/v1/logos/1?t=${T}`],
  ['logos/1?size=2', `https://api.example/logos/1?size=2&t=${T}`],
  ['https://elsewhere.example/logo.png', 'https://elsewhere.example/logo.png'],
  ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
])('[S3.3] the logo %s is shown from %s', (logo_url, shown) => {
  expect(logoUrl('https://api.example', { logo_url, updated_at })).toBe(shown)
})

it('[S3.3] at this origin, too, a logo has its time stamp', () => {
  expect(logoUrl('', { logo_url: '/api/v1/logos/1', updated_at })).toBe(`/api/v1/logos/1?t=${T}`)
})

it.each([
  [null, null],
  ['/api/v1/pictures/1', 'https://api.example/api/v1/pictures/1'],
  ['pictures/1', 'https://api.example/pictures/1'],
  ['https://elsewhere.example/ada.png', 'https://elsewhere.example/ada.png'],
])('[S3.2] the photo %s is shown from %s', (url, shown) => {
  expect(pictureUrl('https://api.example', url)).toBe(shown)
})
