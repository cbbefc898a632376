import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { serve } from '../harness/serve.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('attacks on access tokens', async () => {
  const server = await serve()
  const person = await server.register()

  const claims = () =>
    JSON.parse(Buffer.from(person.tokens.access_token.split('.')[1]!, 'base64url').toString())
  const signed = (header: object, payload: object, key = server.config.jwtSecret) => {
    const input = `${base64(header)}.${base64(payload)}`
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  }
  const good = { alg: 'HS256', typ: 'JWT' }
  const now = () => Math.floor(Date.now() / 1000)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

  const attacks: [string, () => string | Promise<string>][] = [
    ['alg none', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
    ['alg None with a signature', () => signed({ alg: 'None' }, claims())],
    ['HS256 keyed with a public key', () => signed(good, claims(), publicPem)],
    ['RS256', () => new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)],
    [
      'a foreign kid and jku',
      () => signed({ ...good, kid: '../../x', jku: 'http://127.0.0.1/' }, claims(), 'x'),
    ],
    ['a key in its header', () => signed({ ...good, jwk: { kty: 'oct', k: 'eA' } }, claims(), 'x')],
    ['no signature', () => person.tokens.access_token.split('.').slice(0, 2).join('.')],
    ['an altered signature', () => `${person.tokens.access_token.slice(0, -4)}AAAA`],
    [
      'an altered user',
      () => {
        const [header, , signature] = person.tokens.access_token.split('.')
        return `${header}.${base64({ ...claims(), sub: crypto.randomUUID() })}.${signature}`
      },
    ],
    ['no exp', () => signed(good, { ...claims(), exp: undefined })],
    ['an exp of text', () => signed(good, { ...claims(), exp: 'never' })],
    ['an exp that has passed', () => signed(good, { ...claims(), exp: now() - 60 })],
    ['an nbf ahead', () => signed(good, { ...claims(), nbf: now() + 600 })],
    ['a wrong issuer', () => signed(good, { ...claims(), iss: 'another' })],
    ['a wrong audience', () => signed(good, { ...claims(), aud: 'another' })],
    [
      'a session that does not exist',
      () => signed(good, { ...claims(), sid: crypto.randomUUID(), jti: crypto.randomUUID() }),
    ],
    ['a session id that is no id', () => signed(good, { ...claims(), sid: "' or 1=1 --" })],
    ['a refresh token', () => person.tokens.refresh_token],
    ['8 kB', () => 'a'.repeat(8192)],
    ['nothing', () => ''],
    ['text', () => 'null'],
    ['dots', () => '..'],
  ]

  it('takes the same claims when they are signed as they should be', async () => {
    const headers = { authorization: `Bearer ${signed(good, claims())}` }
    expect((await server.inject({ url: '/api/v1/users/me', headers })).statusCode).toBe(200)
  })

  it.each(attacks)('[attack S8] refuses %s', async (_name, forge) => {
    const headers = { authorization: `Bearer ${await forge()}` }
    const answer = await server.inject({ url: '/api/v1/users/me', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ detail: 'Please log in.', code: 'unauthorized' })
  })

  it('[attack S8] refuses an access token as refresh token', async () => {
    const payload = { refresh_token: person.tokens.access_token }
    const answer = await server.inject({ method: 'POST', url: '/api/v1/refresh', payload })
    expect(answer.statusCode).toBe(401)
  })
})
