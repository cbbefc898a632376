import { startNameServer } from '../harness/name-server.ts'
import { test } from './test.ts'

/** The real server beside a service of the tests, which is all that it may connect to. */
export const beside = <Service extends { close: () => Promise<unknown> }>(
  start: () => Promise<Service>,
  environmentOf: (service: Service) => Record<string, string>,
) =>
  test.extend<object, { service: Service }>({
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
      async ({}, use) => {
        const service = await start()
        await use(service)
        await service.close()
      },
      { scope: 'worker' },
    ],
    environment: [
      async ({ service }, use) => {
        const names = await startNameServer()
        await use({
          WEB_NETWORKS: '127.0.0.1/32',
          WEB_NAME_SERVERS: names.address,
          ...environmentOf(service),
        })
        await names.close()
      },
      { scope: 'worker' },
    ],
  })
