import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createGuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'
import { listening } from '../../harness/listening.ts'
import { startNameServer } from '../../harness/name-server.ts'

const PUBLIC = '93.184.215.14'

it('[issue 35] a key is sent unencrypted within the networks of the operator alone', async () => {
  const keys: unknown[] = []
  const server = createServer(({ headers }, response) => {
    keys.push(headers['x-key'])
    response.end('{}')
  })
  const { port, close } = await listening(server)
  const names = await startNameServer((name) =>
    name === 'public.test' ? [PUBLIC] : name === 'mixed.test' ? ['127.0.0.1', PUBLIC] : ['127.0.0.1'],
  )
  const http = createGuardedHttp({
    allowedNetworks: ['127.0.0.1/32'],
    ports: [port],
    nameServers: [names.address],
    bytesMax: 1_000,
  })
  const ask = (host: string) => http.fetch(`http://${host}:${port}/`, { headers: { 'x-key': 'k' } })
  for (const host of [PUBLIC, 'public.test', 'mixed.test'])
    await expect(ask(host)).rejects.toMatchObject({ reason: { code: 'not_encrypted' } })
  expect(keys).toEqual([])
  for (const host of ['127.0.0.1', 'own.test']) await expect(ask(host)).resolves.toMatchObject({ ok: true })
  expect(keys).toEqual(['k', 'k'])
  await http.close()
  await names.close()
  await close()
})
